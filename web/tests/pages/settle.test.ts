import { describe, expect, it } from 'vitest';
import { barsOf, byGroup, fromSeat, widest } from '../../src/pages/settle/bars';
import { frameOf, pathOf, runs, spread } from '../../src/pages/settle/chart';
import { laid } from '../../src/pages/settle/reading';
import type { LineTold } from '../../src/lib/wire';

const line = (group: LineTold['group'], giver: number, taker: number, points: number): LineTold => ({
  kind: group,
  group,
  giver,
  taker,
  points,
  text: '',
  clause: '',
  clauses: [],
});

describe('bars', () => {
  const lines = [line('jing', 1, 0, 2), line('win', 0, 1, 8), line('gang', 2, 0, 1), line('win', 2, 1, 4), line('jing', 0, 3, 5)];
  const bars = barsOf(lines);

  it('have every payment twice: with who got it and who paid it', () => {
    expect(bars[0]).toEqual({
      seat: 0,
      gains: [
        { line: 0, group: 'jing', points: 2 },
        { line: 2, group: 'gang', points: 1 },
      ],
      losses: [
        { line: 1, group: 'win', points: 8 },
        { line: 4, group: 'jing', points: 5 },
      ],
      gained: 3,
      lost: 13,
    });
    expect(bars.reduce((sum, bar) => sum + bar.gained - bar.lost, 0)).toBe(0);
  });

  it('are drawn to one scale', () => {
    expect(widest(bars)).toEqual({ gained: 12, lost: 13 });
    expect(widest(barsOf([]))).toEqual({ gained: 1, lost: 1 });
  });

  it('turn a payment below zero round', () => {
    expect(barsOf([line('others', 0, 1, -3)])[0]?.gains).toEqual([{ line: 0, group: 'others', points: 3 }]);
  });

  it('add up by groups', () => {
    expect(byGroup(lines, 0)).toEqual({ win: -8, jing: -3, gang: 1, others: 0 });
  });

  it('begin with who looks', () => {
    expect(fromSeat(2)).toEqual([2, 3, 0, 1]);
    expect(fromSeat(null)).toEqual([0, 1, 2, 3]);
  });
});

describe('a counted reading', () => {
  const reading = { pattern: 'ping', name: '', wild: true, sets: ['234m', '44m', '555m', '678s', '123z'], jing: [{ tile: '7z', as: '4m' }] };

  it('shows the jing where it stands for another tile, in a concealed set', () => {
    const sets = laid(reading, 1, '4m');
    expect(sets[0]?.tiles.map((one) => one.tile)).toEqual(['2m', '3m', '4m']);
    expect(sets[1]?.tiles).toEqual([
      { tile: '4m', as: null, winning: true },
      { tile: '7z', as: '4m', winning: false },
    ]);
  });

  it('leaves a jing that is itself', () => {
    const sets = laid({ ...reading, jing: [{ tile: '4m', as: '4m' }] }, 0, null);
    expect(sets.flatMap((set) => set.tiles).filter((one) => one.as !== null)).toEqual([]);
  });

  it('marks one tile as won, a jing that was drawn too', () => {
    const sets = laid(reading, 0, '7z');
    expect(sets.flatMap((set) => set.tiles).filter((one) => one.winning)).toEqual([{ tile: '7z', as: '4m', winning: true }]);
  });

  it('gives every wild jing a place of its own', () => {
    const two = { ...reading, sets: ['44m'], jing: [{ tile: '7z', as: '4m' }, { tile: '6z', as: '4m' }] };
    expect(laid(two, 0, null)[0]?.tiles.map((one) => one.tile)).toEqual(['6z', '7z']);
  });
});

describe('the score chart', () => {
  const finished = [
    { scores: [3, -1, -1, -1], void: false },
    { scores: [9, 9, 9, 9], void: true },
    { scores: [-4, 12, -4, -4], void: false },
  ];

  it('runs from zero and passes over a void hand', () => {
    expect(runs(finished)).toEqual([
      [0, 3, 3, -1],
      [0, -1, -1, 11],
      [0, -1, -1, -5],
      [0, -1, -1, -5],
    ]);
  });

  it('keeps to its frame', () => {
    const frame = frameOf(runs(finished), 300, 160);
    expect(pathOf(frame, [0, -5, 11])).toBe('M0 110L100 160L200 0');
    expect(pathOf(frameOf([[0]], 300, 160), [0])).toBe('M0 0');
  });

  it('keeps names apart and inside', () => {
    expect(spread([10, 12, 90, 12], 20, 100)).toEqual([10, 30, 90, 50]);
    expect(spread([95, 96, 97, 98], 20, 100)).toEqual([40, 60, 80, 100]);
  });
});
