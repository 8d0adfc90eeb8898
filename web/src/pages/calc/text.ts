/** Tiles as text in fields: MPSZ, which can be typed as well as tapped; and melds as cases write them. */
import { kindOf, tilesOf } from '$lib/tiles';

/** The tiles of a text in plain MPSZ; null where it is written otherwise, which the server alone can read. */
export function plainTiles(text: string): string[] | null {
  const bare = text.replace(/\s+/g, '').toLowerCase();
  return /^(?:[1-9]+[mps]|[1-7]+z)*$/.test(bare) ? tilesOf(bare) : null;
}

/** `['1m', '2m', '7z']` → `12m7z`. */
export function joinTiles(tiles: readonly string[], sorted = true): string {
  const ordered = sorted ? [...tiles].sort((a, b) => kindOf(a) - kindOf(b)) : tiles;
  let text = '';
  for (const [place, tile] of ordered.entries()) {
    const suit = tile.charAt(1);
    text += tile.charAt(0) + (ordered[place + 1]?.charAt(1) === suit ? '' : suit);
  }
  return text;
}

export const MELDS = ['chi', 'peng', 'gang', 'bu', 'an'] as const;
export type MeldKind = (typeof MELDS)[number];

/** `chi 789p <8p @2`, taken apart. */
export interface Meld {
  kind: MeldKind;
  tiles: string[]; // of a chi three, else one
  taken: string | null;
  giver: number | null;
}

export function readMeld(text: string): Meld | null {
  const [kind = '', tiles = '', ...more] = text.trim().split(/\s+/);
  const named = plainTiles(tiles);
  if (!(MELDS as readonly string[]).includes(kind) || !named?.length) return null;
  const taken = more.find((word) => word.startsWith('<'))?.slice(1) ?? null;
  const giver = more.find((word) => word.startsWith('@'))?.slice(1);
  return { kind: kind as MeldKind, tiles: named, taken, giver: giver === undefined ? null : Number(giver) };
}

export function writeMeld({ kind, tiles, taken, giver }: Meld): string {
  const words = [kind, joinTiles(tiles)];
  if (kind === 'chi' && taken !== null) words.push(`<${taken}`);
  if (kind !== 'an' && giver !== null) words.push(`@${giver}`);
  return words.join(' ');
}

/** The tiles that lie there: a peng three times its tile, a gang four times. */
export function lyingTiles({ kind, tiles }: Pick<Meld, 'kind' | 'tiles'>): string[] {
  if (kind === 'chi') return [...tiles];
  return Array.from({ length: kind === 'peng' ? 3 : 4 }, () => tiles[0]!);
}
