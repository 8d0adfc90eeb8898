import { describe, expect, test } from 'vitest';
import { filled } from '../../src/pages/drill/hand';
import { after, NONE, readKept } from '../../src/pages/drill/streak';

const GAMES = ['nanchang', 'nanchong', 'xinyu'];

describe('what this browser keeps of the quiz', () => {
  test('a streak grows, breaks, and the best one stays', () => {
    let run = NONE;
    for (const right of [true, true, false, true]) run = after(run, right);
    expect(run).toEqual({ now: 1, best: 2, right: 3, asked: 4 });
    expect(NONE).toEqual({ now: 0, best: 0, right: 0, asked: 0 });
  });

  test.each([null, '', 'nonsense', 'null', '3', '[]', '{"runs": 7}', '{"runs": {"nanchang 1": {"now": -1}}}'])('%s is a beginning', (text) => {
    expect(readKept(text, GAMES)).toEqual({ game: 'nanchang', level: 1, way: 'choose', runs: {} });
  });

  test('what fits is taken', () => {
    const run = { now: 1, best: 2, right: 3, asked: 4 };
    const text = JSON.stringify({ game: 'xinyu', level: 5, way: 'type', runs: { 'xinyu 5': run, 'xinyu 6': run, '<b>': run } });
    expect(readKept(text, GAMES)).toEqual({ game: 'xinyu', level: 5, way: 'type', runs: { 'xinyu 5': run } });
    expect(readKept('{"game": "riichi", "level": 9}', GAMES)).toMatchObject({ game: 'nanchang', level: 1 });
  });
});

describe('four numbers', () => {
  test('the fourth makes their sum zero', () => {
    expect(filled([6, -2, null, -2])).toEqual([6, -2, -2, -2]);
    expect(filled([0, null, 0, 0])).toEqual([0, 0, 0, 0]);
    expect(filled([3, -1, -1, -2])).toEqual([3, -1, -1, -2]);
    expect(filled([3, null, null, -2])).toBeNull();
  });
});
