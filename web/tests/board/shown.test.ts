import { describe, expect, test } from 'vitest';
import { endOf, fineOf, pointsOf, rest, rowOf, typed } from '../../src/pages/board/plain';
import { openOf } from '../../src/pages/board/open';
import { shownOf } from '../../src/pages/board/shown';
import type { BoardCreate, BoardEntry, BoardHand, BoardOp, BoardTold } from '../../src/lib/wire';

const DRAFT: BoardCreate = { names: ['A', 'B', 'C', 'D', 'E'], game: 'nanchang', dealer: 2 };

const points = (...told: number[]): Partial<BoardEntry> => ({ entry: 'points', points: told });
const fine = (...told: number[]): Partial<BoardEntry> => ({ entry: 'fine', points: told });
const CASE: Partial<BoardEntry> = { entry: 'case', case: { seats: [{}, {}, {}, {}] } };

let last = 0;
const op = (kind: BoardOp['kind'], more: Partial<BoardOp> = {}): { op: BoardOp } => ({ op: { id: `op${++last}`, kind, ...more } });
const add = (hand: string, entry: Partial<BoardEntry>, after = ''): { op: BoardOp } => op('add', { hand, after, body: { ...entry } });

/** A hand that the server has told. */
const hand = (name: string, number: number, deltas: number[] | null): BoardHand =>
  ({ hand: name, number, status: 'counted', version: 1, entry: points(...(deltas ?? [0, 0, 0, 0])), players: [0, 1, 2, 3], deltas, case: null }) as unknown as BoardHand;

const told = (...hands: BoardHand[]): BoardTold => {
  const totals = [0, 1, 2, 3, 4].map((player) => hands.reduce((sum, one) => sum + (one.deltas?.[player] ?? 0), 0));
  return {
    title: '',
    rules: [{ game: 'xinyu', preset: 'classic' }],
    players: DRAFT.names.map((name, player) => ({ player, name, seat: player < 4 ? player : null, total: totals[player] ?? 0, won: 0 })),
    next: { after: hands.at(-1)?.hand ?? '', seats: [0, 1, 2, 3], dealer: 1, floor: 2, previous: '5m', uncertain: '', rules: 0, number: 1 },
    hands,
    totals,
  } as unknown as BoardTold;
};

const view = (board: BoardTold | null, ...ops: { op: BoardOp }[]) => shownOf(board, DRAFT, ops)!;
const totals = (shown: ReturnType<typeof view>): number[] => shown.players.map(({ total }) => total);

describe('a board of this phone alone', () => {
  test('adds up what was typed, and calls it provisional', () => {
    const shown = view(null, add('1', points(3, -1, -1, -1)), add('2', fine(0, -4, 0, 0, 4), '1'));
    expect(totals(shown)).toEqual([3, -5, -1, -1, 4]);
    expect(shown).toMatchObject({ provisional: true, out: 0, stale: false, next: { after: '2', dealer: null } });
    expect(shown.hands.map(({ pending }) => pending)).toEqual(['added', 'added']);
  });

  test('leaves out a hand that the engine has to settle, and all after it', () => {
    const shown = view(null, add('1', points(3, -1, -1, -1)), add('2', CASE, '1'), add('3', points(6, -2, -2, -2), '2'));
    expect(totals(shown)).toEqual([3, -1, -1, -1, 0]);
    expect(shown.out).toBe(2);
    expect(shown.hands.map(({ pending }) => pending)).toEqual(['added', 'entered', 'entered']);
  });

  test('goes on without what was withdrawn, and with what was changed', () => {
    const withdrawn = view(null, add('1', points(3, -1, -1, -1)), op('withdraw', { hand: '1', base: 1 }), add('2', points(0, 1, -1, 0), '1'));
    expect(totals(withdrawn)).toEqual([0, 1, -1, 0, 0]);
    const changed = view(null, add('1', points(3, -1, -1, -1)), op('edit', { hand: '1', base: 1, body: { ...points(-3, 1, 1, 1) } }));
    expect(totals(changed)).toEqual([-3, 1, 1, 1, 0]);
  });

  test('knows who sits where: points are by seat', () => {
    const shown = view(null, op('seats', { body: { seats: [4, 1, 2, 3] } }), add('1', points(3, -1, -1, -1)));
    expect(totals(shown)).toEqual([0, -1, -1, -1, 3]);
    expect(shown.players[0]).toMatchObject({ name: 'A', seat: null });
  });

  test('says who deals first, and next only if somebody has said so', () => {
    expect(view(null).next.dealer).toBe(2);
    expect(view(null, add('1', fine(1, -1))).next.dealer).toBe(2);
    expect(view(null, add('1', { ...points(1, -1, 0, 0), next: 3 })).next.dealer).toBe(3);
  });
});

describe('over what the server told', () => {
  const board = told(hand('1', 1, [3, -1, -1, -1, 0]), hand('2', 2, [-2, 4, -1, -1, 0]));

  test('nothing waits: it is shown as it is', () => {
    const shown = view(board);
    expect(totals(shown)).toEqual([1, 3, -2, -2, 0]);
    expect(shown).toMatchObject({ game: 'xinyu', provisional: false, out: 0, stale: false, next: { after: '2', dealer: 1, floor: 2, previous: '5m' } });
  });

  test('an addition follows the last hand; one whose answer was lost is there once', () => {
    const shown = view(board, add('2', points(-2, 4, -1, -1), '1'), add('3', points(1, 1, 1, -3), '2'));
    expect(shown.hands.map((one) => one.hand)).toEqual(['1', '2', '3']);
    expect(totals(shown)).toEqual([2, 4, -1, -5, 0]);
    expect(shown.next.after).toBe('3');
  });

  test('a change makes everything after it pending; the totals stay and say so', () => {
    const shown = view(board, op('edit', { hand: '1', base: 1, body: { ...points(0, 0, 0, 0) } }), add('3', points(1, 1, 1, -3), '2'));
    expect(shown.hands.map(({ pending }) => pending)).toEqual(['changed', 'after', 'entered']);
    expect(shown).toMatchObject({ stale: true, out: 1 });
    expect(totals(shown)).toEqual([1, 3, -2, -2, 0]);
    expect(view(board, op('withdraw', { hand: '2', base: 1 })).hands[1]).toMatchObject({ pending: 'withdrawn', deltas: null });
  });

  test('names, a further player and the title', () => {
    const shown = view(board, op('player', { body: { player: 1, name: 'X' } }), op('player', { body: { player: 5, name: 'Y' } }), op('title', { body: { title: 'T' } }));
    expect(shown.players.map(({ name }) => name)).toEqual(['A', 'X', 'C', 'D', 'E', 'Y']);
    expect(shown.title).toBe('T');
  });
});

test('Nothing is known: nothing is shown', () => {
  expect(shownOf(null, null, [])).toBeNull();
});

describe('typed points', () => {
  const rows = (...told: string[]) => told.map((text) => typed({ minus: false, text: '' }, text));

  test('the one empty row is what is left', () => {
    expect(rest(rows('', '-2', '-3', '-4'))).toEqual({ place: 0, points: 9 });
    expect(rest(rows('', '', '3', '4'))).toBeNull();
    expect(pointsOf(rows('', '-2', '-3', '-4'))).toEqual({ points: [9, -2, -3, -4] });
    expect(pointsOf(rows('0', '0', '0', ''))).toEqual({ points: [0, 0, 0, 0] });
    expect(pointsOf(rows('1', '', '', '-1'))).toEqual({ missing: true });
    expect(pointsOf(rows('1', '2', '3', '-5'))).toEqual({ over: 1 });
  });

  test('a sign may be typed or tapped', () => {
    expect(typed({ minus: true, text: '' }, '12x')).toEqual({ minus: true, text: '12' });
    expect(typed({ minus: true, text: '' }, '+12')).toEqual({ minus: false, text: '12' });
    expect(typed({ minus: false, text: '' }, '−7')).toEqual({ minus: true, text: '7' });
    expect(rowOf(-7)).toEqual({ minus: true, text: '7' });
  });

  test('how it ended', () => {
    expect(endOf({ by: '', winners: [], giver: null })).toBeNull();
    expect(endOf({ by: 'exhausted', winners: [], giver: null })).toEqual({ by: 'exhausted', winners: [], giver: null });
    expect(endOf({ by: 'zimo', winners: [2], giver: null })).toEqual({ by: 'zimo', winners: [2], giver: null });
    expect(endOf({ by: 'discard', winners: [2, 3], giver: 0 })).toEqual({ by: 'discard', winners: [2, 3], giver: 0 });
    expect(endOf({ by: 'discard', winners: [2], giver: null })).toBeNull();
  });

  test('a fine goes to each at the table, or to one', () => {
    expect(fineOf(5, [0, 1, 2, 3], 1, 2, null)).toEqual([2, -6, 2, 2, 0]);
    expect(fineOf(5, [0, 1, 2, 3], 4, 2, null)).toEqual([2, 2, 2, 2, -8]);
    expect(fineOf(4, [0, 1, 2, 3], 1, 5, 3)).toEqual([0, -5, 0, 5]);
    expect(fineOf(4, [0, 1, 2, 3], 1, 5, 1)).toEqual([0, 0, 0, 0]);
  });
});

test('What was answered here is asked no more', () => {
  const asked = { ...hand('1', 1, [0, 0, 0, 0]), status: 'asked', question: {}, conflict: null } as unknown as BoardHand;
  const rivals = { ...hand('2', 2, [0, 0, 0, 0]), question: null, conflict: {} } as unknown as BoardHand;
  const board = { ...told(asked, rivals), proposals: [{ op: 'p' }] } as unknown as BoardTold;
  const counts = (...ops: { op: BoardOp }[]): number[] => Object.values(openOf(board, ops)).map((all: unknown[]) => all.length);
  expect(counts()).toEqual([1, 1, 1]);
  expect(counts(op('choose', { hand: '2', body: { op: 'x' } }), op('accept', { body: { op: 'p' } }))).toEqual([0, 1, 0]);
  expect(counts(op('same', { hand: '1' }), op('refuse', { body: { op: 'other' } }))).toEqual([1, 0, 1]);
  expect(Object.values(openOf(null, []))).toEqual([[], [], []]);
});
