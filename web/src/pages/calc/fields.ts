/** Fields that take tiles, tapped or typed: which part of a draft each is, how much it holds, where one goes on. */
import type { Draft } from './case';
import { joinTiles, plainTiles } from './text';

/** `indicator`, `tile`, `hand:2`, `river:0`, `shown:1`, `opening:3`, `meld:0:peng`. */
export type Target = string;

export const seatOfTarget = (target: Target): number => Number(target.split(':')[1] ?? 0);
const LISTS = { hand: 'hand', river: 'river', shown: 'shown' } as const;
const SINGLE = ['indicator', 'lower_indicator', 'previous_indicator', 'tile'] as const;
type Single = (typeof SINGLE)[number];
export const isSingle = (target: Target): target is Single => (SINGLE as readonly string[]).includes(target);

/** How many tiles the field has room for. */
export function roomOf(draft: Draft, target: Target): number {
  const [what] = target.split(':');
  if (isSingle(target)) return 1;
  if (what === 'hand') return 13 - 3 * draft.seats[seatOfTarget(target)]!.melds.length;
  if (what === 'opening') return seatOfTarget(target) === draft.dealer ? 14 : 13;
  if (what === 'meld') return target.endsWith(':chi') ? 3 : 1;
  return 34;
}

export function textOf(draft: Draft, target: Target): string {
  const [what] = target.split(':');
  if (isSingle(target)) return draft[target];
  if (what === 'opening') return draft.opening[seatOfTarget(target)]!;
  if (what === 'meld') return '';
  return draft.seats[seatOfTarget(target)]![LISTS[what as keyof typeof LISTS]];
}

export function setText(draft: Draft, target: Target, next: string): void {
  const [what] = target.split(':');
  if (isSingle(target)) draft[target] = next;
  else if (what === 'opening') draft.opening[seatOfTarget(target)] = next;
  else if (what !== 'meld') draft.seats[seatOfTarget(target)]![LISTS[what as keyof typeof LISTS]] = next;
}

/** Rivers keep their order, hands are laid out by kind. */
const sorted = (target: Target): boolean => !target.startsWith('river');

export function addTile(draft: Draft, target: Target, tile: string): void {
  const before = textOf(draft, target);
  if (isSingle(target)) setText(draft, target, tile);
  else {
    const tiles = plainTiles(before);
    setText(draft, target, tiles ? joinTiles([...tiles, tile], sorted(target)) : before + tile);
  }
}

/** Text as it is typed. One tile more than the winner's hand has room for is the one that he won with. */
export function typeTiles(draft: Draft, target: Target, next: string): void {
  const tiles = plainTiles(next);
  const winning = target === `hand:${draft.winners[0]}` && draft.tile === '';
  if (tiles && winning && tiles.length === roomOf(draft, target) + 1) {
    draft.tile = tiles.at(-1)!;
    setText(draft, target, joinTiles(tiles.slice(0, -1)));
  } else setText(draft, target, next);
}

export function dropTile(draft: Draft, target: Target, place: number): void {
  if (isSingle(target)) return setText(draft, target, '');
  const tiles = plainTiles(textOf(draft, target));
  if (tiles) setText(draft, target, joinTiles(tiles.toSpliced(place, 1), sorted(target)));
}

/** Where tiles go when a field is full. */
export function nextTarget(draft: Draft, target: Target): Target | null {
  const winner = draft.winners[0];
  const hand = winner === undefined ? null : `hand:${winner}`;
  if (target === 'indicator' && hand !== null && isOpen(draft, hand)) return hand;
  if (target === hand && isOpen(draft, 'tile')) return 'tile';
  return null;
}

export const isOpen = (draft: Draft, target: Target): boolean => (plainTiles(textOf(draft, target))?.length ?? 0) < roomOf(draft, target);

/** The field's path in the server's problems. */
export function whereOf(target: Target): string {
  const [what, seat] = target.split(':');
  if (target === 'tile') return 'end.tile';
  if (isSingle(target)) return target;
  if (what === 'opening') return `opening_hands[${seat}]`;
  return what === 'shown' ? `seats[${seat}].bai.shown` : `seats[${seat}].${what === 'meld' ? 'melds' : what}`;
}
