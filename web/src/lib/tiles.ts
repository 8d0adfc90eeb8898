/** Tiles as words: MPSZ text (`5m`, hidden `?`) in the person's language. */
import { t } from './i18n.svelte';

export type Jing = 'zheng' | 'fu';

/** What a tile is besides its face; each has its place on the drawn tile and in its name. */
export interface TileMarks {
  jing?: Jing | null;
  drawn?: boolean;
  selected?: boolean;
  illegal?: boolean;
  last?: boolean;
  claimed?: boolean;
  winning?: boolean;
  shown?: boolean;
}

const MARKS = ['drawn', 'selected', 'illegal', 'last', 'claimed', 'winning', 'shown'] as const;

/** Is this the MPSZ text of one of the 34 kinds? */
export function isTile(text: string): boolean {
  return /^([1-9][mps]|[1-7]z)$/.test(text);
}

/** `5m` → 五万, five of characters. */
export function plainName(tile: string): string {
  if (!isTile(tile)) return t('web.core.hidden');
  const [number, suit] = [tile.charAt(0), tile.charAt(1)];
  if (suit === 'z') return t(`web.core.honour.${number}`);
  return t(`web.core.suit.${suit}`, { number: t(`web.core.number.${number}`) });
}

/** The name with all that can be seen: 五万，正精，刚摸 · five of characters, primary jing, just drawn. */
export function tileName(tile: string, marks: TileMarks = {}): string {
  const words = [plainName(tile)];
  if (marks.jing) words.push(t(`web.core.mark.${marks.jing}`));
  for (const mark of MARKS) if (marks[mark]) words.push(t(`web.core.mark.${mark}`));
  return words.join(t('web.core.mark.join'));
}

/** As short as can be: 五万, 东 · 5m, E. */
export function shortName(tile: string): string {
  if (!isTile(tile)) return '';
  const [number, suit] = [tile.charAt(0), tile.charAt(1)];
  if (suit === 'z') return t(`web.core.short.${number}z`);
  return t(`web.core.short.${number}${suit}`);
}

/** `34m7z` → ['3m', '4m', '7z']; `?` stays. */
export function tilesOf(text: string): string[] {
  const tiles: string[] = [];
  let digits: string[] = [];
  for (const letter of text) {
    if (letter === '?') tiles.push('?');
    else if (/\d/.test(letter)) digits.push(letter);
    else {
      for (const digit of digits) tiles.push(digit + letter);
      digits = [];
    }
  }
  return tiles;
}

/** Kinds in the engine's order: m, p, s, winds, 中 發 白. */
export const KINDS: readonly string[] = [
  ...['m', 'p', 's'].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${number}${suit}`)),
  ...['1z', '2z', '3z', '4z', '7z', '6z', '5z'],
];

const ORDER = new Map(KINDS.map((tile, place) => [tile, place]));

/** The place of a tile in kind order; a hidden one comes last. */
export function kindOf(tile: string): number {
  return ORDER.get(tile) ?? KINDS.length;
}

/** Jing mark of a tile at this table: `jing` is [正精, 副精], empty in a game without. */
export function jingOf(tile: string, jing: readonly string[]): Jing | null {
  const place = jing.indexOf(tile);
  return place === 0 ? 'zheng' : place === 1 ? 'fu' : null;
}
