import { beforeEach, describe, expect, test } from 'vitest';
import { fill, firstLanguage, has, lang, many, setLanguage, signed, t } from '../src/lib/i18n.svelte';
import { readSettings, themeInUse } from '../src/lib/settings.svelte';
import { isTile, jingOf, kindOf, KINDS, plainName, shortName, tileName, tilesOf } from '../src/lib/tiles';
import { readCatalogue, shownByPages } from '../build/catalogues';

describe('languages', () => {
  test.each([
    ['en', ['zh-CN'], 'en'],
    [null, ['zh-Hant-TW', 'en'], 'zh'],
    [null, ['en-GB', 'zh'], 'en'],
    [null, ['fr-FR', 'zh'], 'zh'],
    [null, ['fr-FR'], 'en'],
    [null, [], 'zh'],
    ['xx', ['en'], 'en'],
  ] as const)('stored %s, wanted %s: %s', (stored, wanted, first) => {
    expect(firstLanguage(stored, wanted)).toBe(first);
  });

  test('a change of language changes the texts', async () => {
    await setLanguage('zh', false);
    const zh = t('web.core.hidden');
    await setLanguage('en', false);
    expect(lang.tag).toBe('en');
    expect(t('web.core.hidden')).not.toBe(zh);
    expect(has('web.core.hidden')).toBe(true);
  });

  test('blanks are filled, unknown ones stay', () => {
    expect(fill('{a} + {b} = {c}', { a: 1, b: 'two' })).toBe('1 + two = {c}');
  });

  test('a key without a text shows itself', () => {
    expect(t('web.no.such')).toBe('web.no.such');
    expect(many('web.no.such', 1)).toBe('web.no.such');
  });

  test.each([[12, '+12'], [0, '0'], [-3, '\u22123']] as const)('%d points are %s', (points, text) => {
    expect(signed(points)).toBe(text);
  });

  test('a catalogue holds only what pages show', () => {
    expect(['web.core.hidden', 'game.nanchang', 'preset.hall', 'xinyu.preset.classic'].every(shownByPages)).toBe(true);
    expect(['web.server.x', 'web.tutorial.x', 'web.room.refused.x', 'option.base', 'reason.x', 'clause.NC-1'].some(shownByPages)).toBe(false);
    expect(Object.keys(readCatalogue('zh'))).toEqual(Object.keys(readCatalogue('en')));
  });
});

describe('settings', () => {
  test('what was stored is taken as far as it fits', () => {
    const read = readSettings('{"theme": "dark", "sound": "loud", "said": "shouted", "labels": true, "constructor": 1}');
    expect(read).toMatchObject({ theme: 'dark', sound: true, said: 'normal', labels: true });
    expect(Object.hasOwn(read, 'constructor')).toBe(false);
  });

  test.each([null, '', 'nonsense', 'null', '3'])('%s gives the first settings', (text) => {
    expect(readSettings(text)).toEqual(readSettings('{}'));
  });

  test('a chosen theme is in use', () => {
    expect(themeInUse('contrast')).toBe('contrast');
    expect(themeInUse('auto')).toBe('light'); // nothing is known of the device here
  });
});

describe('names of tiles', () => {
  beforeEach(() => setLanguage('zh', false));

  test('with their marks', async () => {
    expect(tileName('5m', { jing: 'zheng', drawn: true })).toBe('五万，正精，刚摸');
    await setLanguage('en', false);
    expect(tileName('5m', { jing: 'zheng', drawn: true })).toBe('five of characters, primary jing, just drawn');
    expect(tileName('?', { claimed: true })).toBe('hidden tile, claimed');
  });

  test.each(['zh', 'en'] as const)('are all different in %s', async (language) => {
    await setLanguage(language, false);
    expect(new Set(KINDS.map((tile) => plainName(tile))).size).toBe(34);
    expect(new Set(KINDS.map(shortName)).size).toBe(34);
    expect(KINDS.some((tile) => plainName(tile).includes('web.') || shortName(tile).includes('web.'))).toBe(false);
  });

  test.each([['zh', '五万', '东'], ['en', '5m', 'E']] as const)('are short in %s', async (language, five, east) => {
    await setLanguage(language, false);
    expect([shortName('5m'), shortName('1z'), shortName('?')]).toEqual([five, east, '']);
  });

  test('texts of several tiles', () => {
    expect(tilesOf('34m?7z')).toEqual(['3m', '4m', '?', '7z']);
    expect(tilesOf('')).toEqual([]);
    expect(['5m', '7z', '9s'].every(isTile)).toBe(true);
    expect(['8z', '0m', '?', '5', '5mm'].some(isTile)).toBe(false);
  });

  test('order of kinds, hidden tiles last', () => {
    expect(['?', '5z', '1z', '9s', '1m'].sort((a, b) => kindOf(a) - kindOf(b))).toEqual(['1m', '9s', '1z', '5z', '?']);
    expect(jingOf('5m', ['5m', '6m'])).toBe('zheng');
    expect(jingOf('6m', ['5m', '6m'])).toBe('fu');
    expect(jingOf('7m', ['5m', '6m'])).toBeNull();
    expect(jingOf('5m', [])).toBeNull();
  });
});
