import { describe, expect, it } from 'vitest';
import type { Asked, MeldSeen, SeatSeen } from '../../src/lib/wire';
import { due, made, pieces } from '../../src/pages/learn/lesson';

const meld = (kind: MeldSeen['kind']): MeldSeen => ({ kind, tiles: [], taken: null, giver: null });
const seat = (river: string[], ...melds: MeldSeen[]): SeatSeen => ({
  hand: [],
  drawn: null,
  melds,
  river,
  announced: false,
  piao: null,
  baojiao: false,
  bai: false,
  shown: [],
});
const ask = (...texts: string[]): Asked => ({
  decision: 1,
  kind: 'turn',
  choices: texts.map((text, action) => ({ action, text, verb: text.split(' ')[0] ?? '', tiles: [], shown: [], waits: [] })),
  tile: null,
  giver: null,
  limitMs: null,
  bankMs: null,
});

const MOVES = ['chi 35m', 'discard 1z', 'peng', 'discard 4z', 'gang 7z', 'hu'];

describe('where a learner is', () => {
  it('counts the moves that lie on the table', () => {
    expect(made(MOVES, seat([]))).toBe(0);
    expect(made(MOVES, seat([], meld('chi')))).toBe(1);
    expect(made(MOVES, seat(['1z'], meld('chi')))).toBe(2);
    expect(made(MOVES, seat(['1z', '4z'], meld('chi'), meld('peng')))).toBe(4);
    expect(made(MOVES, seat(['1z', '4z'], meld('chi'), meld('bu')))).toBe(5);
  });

  it('knows nothing where another way was taken', () => {
    expect(made(MOVES, seat(['4z'], meld('chi')))).toBeNull();
    expect(made(MOVES, seat(['1z']))).toBeNull();
    expect(made(MOVES, seat([], meld('peng')))).toBeNull();
    expect(made(['discard 2z', 'hu'], seat(['2z', '9m', '1m']))).toBeNull();
  });

  it('names the next move while it is on offer', () => {
    expect(due(MOVES, seat([]), ask('chi 35m', 'pass'))).toBe(0);
    expect(due(MOVES, seat([]), ask('discard 1z'))).toBeNull();
    expect(due(MOVES, seat([]), null)).toBeNull();
    expect(due(['gang 1z', 'hu'], seat([], meld('an')), ask('discard 9m', 'hu'))).toBe(1);
  });
});

describe('a text with tiles', () => {
  it('comes apart', () => {
    expect(pieces('等[5s]或[1z]。')).toEqual([{ text: '等' }, { tile: '5s' }, { text: '或' }, { tile: '1z' }, { text: '。' }]);
    expect(pieces('[9z] [10m]')).toEqual([{ text: '[9z] [10m]' }]);
  });
});
