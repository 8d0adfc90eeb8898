/** An action that was typed (`chi 34m`), in the person's words. */
import { t } from '$lib/i18n.svelte';
import { shortName, tilesOf } from '$lib/tiles';
import { partsOf } from './film';

const tiles = (text: string): string => tilesOf(text).map(shortName).join(t('web.pages.act.join'));

const WORDS: Record<string, string> = {
  discard: 'web.pages.act.discard',
  jingdiao: 'web.pages.act.jingdiao',
  gang: 'web.pages.act.gang',
  hu: 'web.pages.act.hu',
  pass: 'web.pages.act.pass',
  peng: 'web.pages.act.peng',
  chi: 'web.pages.act.chi',
  baojiao: 'web.pages.act.baojiao',
  bai: 'web.pages.act.bai',
  piao: 'web.pages.act.piao',
};

export function actionWords(action: string): string {
  const parts = partsOf(action);
  const key = WORDS[parts.verb];
  if (!key) return action;
  return t(key, { tiles: tiles(parts.tiles), shown: tiles(parts.shown), count: parts.count }).trim();
}
