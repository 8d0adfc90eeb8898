/** A hand's entry as the forms take it apart: what it paid, and what corrects the board. */
import { t } from '$lib/i18n.svelte';
import type { BoardEntry, BoardHand, BoardTold } from '$lib/wire';
import type { Case } from '../calc/case';
import type { Shown, ShownHand } from './shown';

export type Correction = Pick<BoardEntry, 'indicator' | 'dealer' | 'floor' | 'previous' | 'next' | 'note'>;

export const correctionOf = (entry: BoardEntry | null): Correction => ({
  indicator: entry?.indicator ?? null,
  dealer: entry?.dealer ?? null,
  floor: entry?.floor ?? null,
  previous: entry?.previous ?? null,
  next: entry?.next ?? null,
  note: entry?.note ?? '',
});

export type How = 'quick' | 'full' | 'points' | 'fine';

/** How a hand was entered: what is claimed of a hand comes from the quick form. */
export function howOf(entry: BoardEntry): How {
  if (entry.entry !== 'case') return entry.entry;
  const seats = (entry.case as { seats?: { hand?: unknown; claimed?: { pattern?: unknown } }[] } | null)?.seats ?? [];
  return seats.some((seat) => seat?.claimed?.pattern !== undefined) || seats.every((seat) => !seat?.hand) ? 'quick' : 'full';
}

/** What a form of the calculator begins with: the rules, and what the board carries along. */
export function startOf(rules: { game: string; preset: string; differences: Record<string, string | number> }, at: { dealer: number | null; floor: number | null; previous: string | null }): Case {
  return {
    rules: rules.game,
    preset: rules.preset,
    options: rules.differences,
    dealer: at.dealer ?? 0,
    ...(at.floor && at.floor > 1 ? { floor: at.floor } : {}),
    ...(at.previous ? { previous_indicator: at.previous } : {}),
  };
}

/** The names on the four seats of a hand. */
export const namesAt = (shown: Shown, seats: readonly number[]): string[] => seats.map((player) => shown.players[player]?.name ?? '');

/** What a hand is called in the list: the server's words, else how it was entered. */
export function titleOf(hand: ShownHand): string {
  if (hand.told?.title && hand.pending !== 'changed') return hand.told.title;
  return hand.entry.note || t(`web.board.how.${howOf(hand.entry)}`);
}

/** Dealer, floor, and how it was entered, in a few words. */
export function aboutOf(shown: Shown, { told, entry, players }: ShownHand): string {
  const how = howOf(entry);
  if (how === 'fine') return '';
  const words = [t(`web.board.how.${how}`)];
  if (told?.dealer != null) words.unshift(t('web.board.detail.dealer', { name: shown.players[players[told.dealer] ?? -1]?.name ?? '' }));
  if (told && told.floor > 1) words.splice(1, 0, t('web.board.detail.floor', { floor: told.floor }));
  return words.join(' · ');
}

/** The hand's place in the board's count; fines and what does not count have none. */
export function numbers(shown: Shown): Map<string, number> {
  let last = 0;
  const found = new Map<string, number>();
  for (const hand of shown.hands) {
    if (hand.told && hand.told.number === 0) continue;
    if (!hand.told && (hand.entry.entry === 'fine' || hand.pending === 'withdrawn')) continue;
    found.set(hand.hand, (last = hand.told?.number ?? last + 1));
  }
  return found;
}

export const rulesOf = (told: BoardTold, hand: Pick<BoardHand, 'rules'>): BoardTold['rules'][number] | undefined => told.rules[hand.rules];
