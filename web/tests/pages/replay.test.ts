import { describe, expect, it } from 'vitest';
import { decisionAt, decisionFrom, hashOf, jingIn, lookOf, partsOf } from '../../src/pages/replay/film';
import { LogProblem, readLog } from '../../src/pages/replay/logfile';

const film = {
  events: Array.from({ length: 12 }, (_, number) => ({ type: number === 0 ? 'deal' : 'draw' })),
  decisions: [2, 4, 4, 7, 10],
  deciders: [0, 1, 2, 1, 0],
};

describe('deep links', () => {
  it('name a decision and a seat', () => {
    expect(lookOf('d=3&seat=2', film)).toEqual({ shown: 7, seat: 2 });
    expect(hashOf({ shown: 7, seat: 2 }, film)).toBe('d=3&seat=2');
  });

  it('name an event where nobody decides', () => {
    expect(hashOf({ shown: 5, seat: 0 }, film)).toBe('e=5');
    expect(lookOf('e=5', film)).toEqual({ shown: 5, seat: 0 });
  });

  it('come back to the same place', () => {
    for (let shown = 0; shown <= film.events.length; shown++)
      expect(lookOf(hashOf({ shown, seat: 1 }, film), film)).toEqual({ shown, seat: 1 });
  });

  it.each(['', 'd=99', 'd=-1', 'seat=7', 'd=x&seat=2x', '<b>'])('open at the first decision when they say nothing: %s', (hash) => {
    expect(lookOf(hash, film)).toEqual({ shown: 2, seat: 0 });
  });

  it('do not lead behind the end', () => {
    expect(lookOf('e=500', film).shown).toBe(12);
  });
});

describe('decisions', () => {
  it('are taken over at the next one that is open', () => {
    expect([0, 2, 3, 4, 5, 10, 11].map((shown) => decisionAt(film, shown))).toEqual([0, 0, 1, 1, 3, 4, null]);
  });

  it('are gone through for one seat', () => {
    expect(decisionFrom(film, 2, 1, 1)).toBe(1);
    expect(decisionFrom(film, 4, 1, 1)).toBe(3);
    expect(decisionFrom(film, 7, 1, 1)).toBeNull();
    expect(decisionFrom(film, 7, -1, 2)).toBe(2);
    expect(decisionFrom(film, 7, -1, null)).toBe(2);
  });

  it('are taken apart', () => {
    expect(partsOf('chi 34m')).toEqual({ verb: 'chi', tiles: '34m', shown: '', count: '' });
    expect(partsOf('bai 9s show 34m')).toEqual({ verb: 'bai', tiles: '9s', shown: '34m', count: '' });
    expect(partsOf('piao 2')).toEqual({ verb: 'piao', tiles: '', shown: '', count: '2' });
  });
});

describe('a log file', () => {
  const lines = [
    { type: 'start_game', seq: 0, rules: 'nanchang', preset: 'hall', options: { bawang: 'off' }, names: ['甲', '乙', '丙', '丁'] },
    { type: 'start_hand', seq: 1, hand: 0, dealer: 2, commitment: 'ab' },
    { type: 'deal', seq: 2, dealer: 2, hands: ['', '', '', ''], jing: ['6z', '5z'], wall_left: 82 },
    { type: 'draw', seq: 3, seat: 2, tile: '6m' },
    { type: 'discard', seq: 4, seat: 2, tile: '3m' },
    { type: 'answer', seq: 5, seat: 0, action: 'pass' },
    { type: 'draw', seq: 6, seat: 3, tile: '7m' },
    { type: 'bai', seq: 7, seat: 3, tile: '7m', shown: '34m' },
    { type: 'discard', seq: 8, seat: 3, tile: '7m' },
    { type: 'answer', seq: 9, seat: 0, action: 'hu' },
    { type: 'hu', seq: 10, seat: 0, from: 3, tile: '7m' },
    { type: 'end_hand', seq: 11, scores: [6, -2, -2, -2], hands: [], melds: [] },
    { type: 'key', seq: 12, hand: 0, key: '00' },
    { type: 'end_game', seq: 13, scores: [6, -2, -2, -2] },
  ];
  const text = lines.map((line) => JSON.stringify(line)).join('\n');

  it('is read to be drawn', () => {
    const { preset, viewer, hands } = readLog(`${text}\n`);
    expect([preset, viewer, hands.length]).toEqual(['hall', null, 1]);
    const hand = hands[0]!;
    expect(hand.events.map((event) => event.type)).toEqual(['deal', 'draw', 'discard', 'draw', 'bai', 'discard', 'hu', 'end_hand']);
    expect(hand.events.some((event) => 'seq' in event)).toBe(false);
    expect([hand.dealer, hand.names[2], hand.scores[0]]).toEqual([2, '丙', 6]);
    expect(jingIn(hand.events)).toEqual(['6z', '5z']);
  });

  it('has each decision once, before what came of it', () => {
    const hand = readLog(text).hands[0]!;
    expect(hand.actions).toEqual(['discard 3m', 'pass', 'bai 7m show 34m', 'hu']);
    expect(hand.deciders).toEqual([2, 0, 3, 0]);
    expect(hand.decisions).toEqual([2, 3, 4, 6]);
  });

  it.each([
    ['', 1],
    ['{"type":"draw"}', 1],
    ['no log at all', 1],
    [`${text.split('\n').slice(0, 3).join('\n')}\n{"type":`, 4],
    [`${text.split('\n')[0]}\n{"type":"draw","seat":0}`, 2],
    [text.split('\n')[0], 1],
  ])('that is none names its line: %s', (broken, line) => {
    expect(() => readLog(broken!)).toThrowError(LogProblem);
    try {
      readLog(broken!);
    } catch (error) {
      expect((error as LogProblem).line).toBe(line);
    }
  });
});
