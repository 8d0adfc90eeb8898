import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const CSS = readFileSync(resolve(import.meta.dirname, '../src/theme.css'), 'utf-8').replace(/\/\*[\s\S]*?\*\//g, '');
const THEMES = ['light', 'dark', 'contrast'] as const;

/** The custom properties of one set. */
function names(theme: string): Map<string, string> {
  const block = CSS.match(new RegExp(`:root\\[data-theme='${theme}'\\] \\{([^}]*)\\}`))?.[1] ?? '';
  return new Map([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!]));
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

const GROUNDS = ['--paper', '--paper-raised', '--paper-sunk', '--felt'];
const TEXTS = ['--ink', '--ink-soft', '--ink-faint', '--accent', '--jing', '--good', '--bad'];
const PAIRS: [front: string, back: string, least: number][] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground): [string, string, number] => [text, ground, 4.5])),
  ...['--line-strong', '--focus'].flatMap((line) => GROUNDS.map((ground): [string, string, number] => [line, ground, 3])),
  ['--accent-ink', '--accent', 4.5],
  ['--ink', '--accent-soft', 4.5],
  ['--jing-ink', '--jing-fill', 4.5],
  ...['--tile-red', '--tile-green', '--tile-blue', '--tile-ink'].map((ink): [string, string, number] => [ink, '--bone', 4.5]),
];

test('the three sets have the same names', () => {
  const [light, ...others] = THEMES.map((theme) => [...names(theme).keys()].sort());
  expect(light!.length).toBeGreaterThan(20);
  for (const other of others) expect(other).toEqual(light);
});

describe.each(THEMES)('%s', (theme) => {
  test.each(PAIRS)('%s on %s is at least %d : 1', (front, back, least) => {
    const set = names(theme);
    expect(contrast(set.get(front)!, set.get(back)!)).toBeGreaterThanOrEqual(least);
  });
});

test('every name that a component uses is there', async () => {
  const { globSync } = await import('node:fs');
  const files = globSync('src/**/*.{svelte,css}', { cwd: resolve(import.meta.dirname, '..') });
  const texts = files.map((file) => readFileSync(resolve(import.meta.dirname, '..', file), 'utf-8'));
  const set = new Set(texts.flatMap((text) => [...text.matchAll(/(--[\w-]+)(?=\s*[:=])/g)].map((found) => found[1]!)));
  const used = texts.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)\)/g)].map((found) => found[1]!));
  expect(used.filter((name) => !set.has(name))).toEqual([]);
});
