import { describe, expect, it } from 'vitest';
import type { Asked, Choice, MeldSeen, SeatSeen, TableSeen } from '../lib/wire';
import { arrange, firstRow } from './arrange';
import { baiByDiscard, discardOf, missing, piaoOf } from './choices';
import { Drag } from './drag';
import { commandOf, type KeyState } from './keys';
import { layMeld } from './lay';
import { hasSide, layoutOf, perRow, sizesOf } from './layout';
import { news } from './news';
import { seatName } from './names';
import { featuresOf } from './features';
import { placeOf, seatAt, seatsFrom } from './places';
import { seenTiles } from './tracker';
import { marked, payments, pieces, sentence, spoken } from './words';

const choice = (action: number, text: string, verb: string, tiles: string[] = []): Choice => ({ action, text, verb, tiles, shown: [], waits: [] });
const asked = (kind: Asked['kind'], choices: Choice[]): Asked => ({
  decision: 1,
  kind,
  choices,
  tile: null,
  giver: null,
  limitMs: null,
  bankMs: null,
});

describe('places', () => {
  it('puts the next player to the right of the one at the bottom', () => {
    expect(seatsFrom(2).map((seat) => placeOf(seat, 2))).toEqual(['own', 'next', 'across', 'previous']);
    expect(seatAt('next', 3)).toBe(0);
    expect(seatAt('previous', 0)).toBe(3);
  });

  it('calls nobody "you" but who sits there', () => {
    const nobody = { name: '', person: null, bot: null, connected: false, away: false, ready: false, factor: 1 };
    const room = { seats: [nobody, nobody, nobody, nobody] } as unknown as Parameters<typeof seatName>[0];
    expect(seatName(room, 2, 2, 2)).toBe('web.table.you');
    expect(seatName(room, 2, 2, null)).toBe('web.table.place.bottom');
  });
});

describe('a table where one declares at one\'s own risk', () => {
  it('is known by its option', () => {
    expect(featuresOf({ capabilities: [], options: { manual_hu: 'on' } }).declares).toBe(true);
    expect(featuresOf({ capabilities: [], options: { manual_hu: 'off' } }).declares).toBe(false);
    expect(featuresOf({ capabilities: [] }).declares).toBe(false);
  });
});

describe('the order of a hand', () => {
  const texts = (tiles: ReturnType<typeof arrange>): string[] => tiles.map((tile) => tile.tile);

  it('has jing first and the drawn tile last', () => {
    const hand = arrange(['2m', '5m', '5m', '6m', '7z'], '2m', [], ['5m', '6m']);
    expect(texts(hand)).toEqual(['5m', '5m', '6m', '7z', '2m']);
    expect(hand.map((tile) => tile.drawn)).toEqual([false, false, false, false, true]);
  });

  it('tells equal copies apart, and the drawn copy from one that was there', () => {
    const keys = arrange(['3p', '3p', '3p'], '3p', [], []).map((tile) => tile.key);
    expect(new Set(keys).size).toBe(3);
    expect(arrange(['3p', '3p'], null, [], []).map((tile) => tile.key)).toEqual(keys.slice(0, 2));
  });

  it('lays shown tiles at the front, once each', () => {
    const hand = arrange(['2m', '3m', '3m', '9s'], '9s', ['2m', '3m'], []);
    expect(texts(hand)).toEqual(['2m', '3m', '3m', '9s']);
    expect(hand.map((tile) => tile.laid)).toEqual([true, true, false, false]);
  });

  it('is broken at the same tile whether one has been drawn or not', () => {
    expect([0, 1, 2, 3, 4].map(firstRow)).toEqual([7, 6, 4, 5, 2]);
  });
});

describe('melds', () => {
  const meld = (part: Partial<MeldSeen>): MeldSeen => ({ kind: 'peng', tiles: ['5p', '5p', '5p'], taken: '5p', giver: null, ...part });
  const turned = (of: MeldSeen, owner: number): number[] => layMeld(of, owner).flatMap((tile, at) => (tile.turned ? [at] : []));

  it('turns the taken tile towards its giver', () => {
    expect(turned(meld({ giver: 3 }), 0)).toEqual([0]);
    expect(turned(meld({ giver: 2 }), 0)).toEqual([1]);
    expect(turned(meld({ giver: 1 }), 0)).toEqual([2]);
    expect(turned(meld({ kind: 'gang', tiles: ['5p', '5p', '5p', '5p'], giver: 0 }), 3)).toEqual([3]);
  });

  it('puts the taken tile of a chi first, and the two from hand after it', () => {
    const laid = layMeld(meld({ kind: 'chi', tiles: ['3s', '4s', '5s'], taken: '4s', giver: 1 }), 2);
    expect(laid.map((tile) => tile.tile)).toEqual(['4s', '3s', '5s']);
  });

  it('lays the added tile of a gang upon the turned one', () => {
    const laid = layMeld(meld({ kind: 'bu', tiles: ['5p', '5p', '5p', '5p'], giver: 2 }), 0);
    expect(laid.map((tile) => tile.upon)).toEqual([false, false, true, false]);
    expect(laid).toHaveLength(4);
  });

  it('shows of a concealed gang what may be seen', () => {
    expect(layMeld({ kind: 'an', tiles: [], taken: null, giver: null }, 0).map((tile) => tile.tile)).toEqual(['?', '?', '?', '?']);
    expect(layMeld({ kind: 'an', tiles: ['9s', '9s', '9s', '9s'], taken: null, giver: null }, 0).filter((tile) => tile.tile === '9s')).toHaveLength(2);
  });
});

describe('keys', () => {
  const state = (part: Partial<KeyState> = {}): KeyState => ({ digits: false, open: false, letters: true, ...part });

  it('are told by their place on the keyboard', () => {
    expect(commandOf('KeyH', state(), true)).toEqual({ do: 'verb', verb: 'hu' });
    expect(commandOf('BracketRight', state(), true)).toEqual({ do: 'place', place: 13 });
    expect(commandOf('Digit0', state(), true)).toEqual({ do: 'place', place: 9 });
    expect(commandOf('KeyQ', state(), true)).toBeNull();
    expect(commandOf('KeyI', state(), true)).toBeNull();
    expect(commandOf('KeyI', state({ away: true }), true)).toEqual({ do: 'here' });
  });

  it('J announces in one game and is 报叫 in another', () => {
    expect(commandOf('KeyJ', state(), true)).toEqual({ do: 'verb', verb: 'jingdiao' });
    expect(commandOf('KeyJ', state(), false)).toEqual({ do: 'verb', verb: 'baojiao' });
  });

  it('digits choose while there is something to choose', () => {
    expect(commandOf('Digit2', state({ digits: true }), true)).toEqual({ do: 'digit', digit: 2 });
    expect(commandOf('Numpad0', state({ digits: true }), true)).toEqual({ do: 'digit', digit: 0 });
  });

  it('Esc closes what is open before it passes', () => {
    expect(commandOf('Escape', state(), true)).toEqual({ do: 'verb', verb: 'pass' });
    expect(commandOf('Escape', state({ open: true }), true)).toEqual({ do: 'back' });
    expect(commandOf('KeyX', state({ open: true }), true)).toEqual({ do: 'back' });
  });

  it('letters and signs can be given back; digits, arrows and Enter stay', () => {
    const off = state({ letters: false });
    for (const code of ['KeyH', 'KeyX', 'Slash', 'Minus', 'BracketLeft', 'KeyR']) expect(commandOf(code, off, true)).toBeNull();
    expect(commandOf('Digit1', off, true)).toEqual({ do: 'place', place: 0 });
    expect(commandOf('Enter', off, true)).toEqual({ do: 'discard' });
    expect(commandOf('ArrowUp', off, true)).toEqual({ do: 'move', to: 'up' });
  });
});

describe('choices', () => {
  const turn = asked('turn', [choice(3, 'discard 4m', 'discard', ['4m']), choice(90, 'gang 7p', 'gang', ['7p'])]);

  it('finds what plays a tile', () => {
    expect(discardOf(turn, '4m')?.action).toBe(3);
    expect(discardOf(turn, '7p')).toBeNull();
    expect(discardOf(null, '4m')).toBeNull();
  });

  it('asks about buttons that are missing, and only those', () => {
    expect(missing(turn, true, '5s')).toEqual(['hu']);
    expect(missing(asked('turn', []), true, '5s')).toEqual(['hu', 'gang 5s']);
    expect(missing(asked('claim', [choice(1, 'peng', 'peng')]), true, null)).toEqual(['hu', 'gang', 'chi']);
    expect(missing(null, false, null)).toEqual(['hu', 'gang', 'peng']);
  });

  it('reads the number of 飘', () => {
    expect(piaoOf(choice(503, 'piao 3', 'piao'))).toBe(3);
  });

  it('groups 摆 by discard in the order of the server', () => {
    const ways = [choice(1, '', 'bai', ['9s']), choice(2, '', 'bai', ['1m']), choice(3, '', 'bai', ['9s'])];
    expect(baiByDiscard(ways).map(([tile, of]) => [tile, of.map((way) => way.action)])).toEqual([['9s', [1, 3]], ['1m', [2]]]);
  });
});

describe('layout', () => {
  it('knows a desk, a phone upright and a phone on its side', () => {
    expect(layoutOf(1280, 752)).toBe('desktop');
    expect(layoutOf(390, 844)).toBe('portrait');
    expect(layoutOf(360, 600)).toBe('portrait');
    expect(layoutOf(844, 390)).toBe('landscape');
    expect(layoutOf(768, 1024)).toBe('desktop');
  });

  it.each([
    [1280, 752, 56],
    [844, 390, 44],
    [390, 844, 44],
    [360, 640, 44],
  ])('has tiles of the hand for a finger at %i×%i', (width, height, least) => {
    const layout = layoutOf(width, height);
    const { hand } = sizesOf(layout, width, height, hasSide(layout, width));
    expect(hand).toBeGreaterThanOrEqual(least);
    const inRow = layout === 'portrait' ? 7.28 * hand + 14 : 14.28 * hand + 28;
    expect(inRow).toBeLessThanOrEqual(hasSide(layout, width) ? width - 300 : width);
  });

  it('keeps six discards a row until four rows are full', () => {
    expect([0, 6, 24, 25, 28, 29].map(perRow)).toEqual([6, 6, 6, 7, 7, 8]);
  });
});

describe('tracker', () => {
  const seat = (part: Partial<SeatSeen>): SeatSeen => ({
    hand: [], drawn: null, melds: [], river: [], announced: false, piao: null, baojiao: false, bai: false, shown: [], ...part,
  }); // prettier-ignore
  const table = (seats: Partial<SeatSeen>[]): TableSeen => ({
    viewer: 0, dealer: 0, floor: 1, wallLeft: 50, jing: ['5m', '6m'], lower: [], previous: [], seats: seats.map(seat),
    turn: 0, last: null, scores: [0, 0, 0, 0], over: false,
  }); // prettier-ignore

  it('counts what lies open and in the own hand, each tile once', () => {
    const seen = seenTiles(
      table([
        { hand: ['5m', '2s', '2s'], shown: ['2s'] },
        { hand: ['?', '?'], shown: ['2s'], river: ['5m'] },
        { hand: ['?'], melds: [{ kind: 'peng', tiles: ['9p', '9p', '9p'], taken: null, giver: null }, { kind: 'an', tiles: [], taken: null, giver: null }] },
        {},
      ]),
      true,
    );
    expect([seen.get('5m'), seen.get('2s'), seen.get('9p'), seen.get('?')]).toEqual([3, 3, 3, undefined]);
  });

  it('leaves out a turned tile that can still be drawn', () => {
    expect(seenTiles(table([{}]), false).get('5m')).toBeUndefined();
  });
});

describe('words', () => {
  const t = (key: string, values: Record<string, string | number> = {}): string => `${key.split('.').at(-1)}(${Object.values(values).join('|')})`;
  const who = (seat: number): string => `P${seat}`;

  it('keeps tiles apart from text', () => {
    const text = `a ${marked('5m')}${marked('7z')}.`;
    expect(pieces(text)).toEqual([{ text: 'a ' }, { tile: '5m' }, { tile: '7z' }, { text: '.' }]);
    expect(spoken(text, (tile) => `<${tile}>`)).toBe('a <5m><7z>.');
  });

  it.each([
    [{ type: 'draw', seat: 1, tile: '?' }, 'draw_hidden'],
    [{ type: 'draw', seat: 1, tile: '4m', replacement: true }, 'replacement'],
    [{ type: 'gang', kind: 'an', seat: 1, tile: '?' }, 'gang_hidden'],
    [{ type: 'gang', kind: 'bu', seat: 1, tile: '4m' }, 'gang_bu'],
    [{ type: 'hu', seat: 1, from: 2, tile: '4m' }, 'hu_from'],
    [{ type: 'hu', seat: 1, tile: '4m' }, 'hu'],
    [{ type: 'piao', seat: 0, piao: 0 }, 'no_piao'],
    [{ type: 'settle' }, 'settle'],
  ])('tells %j', (event, key) => {
    expect(sentence(event, t, who)).toMatch(new RegExp(`^${key}\\(`));
  });

  it('has no words for what it does not know', () => {
    expect(sentence({ type: 'start_hand' }, t, who)).toBeNull();
  });

  it('collects payments in order', () => {
    const line = { clause: 'NC-GANG-01', from: 0, to: 1, points: 2 };
    expect(payments([{ type: 'draw' }, { type: 'gang', lines: [line] }])).toEqual([line]);
  });

  it('says as much as was wanted, and always the own draw', () => {
    const events = [{ type: 'draw', seat: 0, tile: '1m' }, { type: 'discard', seat: 0, tile: '1m' }, { type: 'discard', seat: 1, tile: '2m' }, { type: 'draw', seat: 2, tile: '?' }, { type: 'hu', seat: 3 }];
    expect(news(events, 'little', 0).map((event) => event.type)).toEqual(['draw', 'hu']);
    expect(news(events, 'normal', 0).map((event) => event.type)).toEqual(['draw', 'discard', 'hu']);
    expect(news(events, 'all', 0)).toHaveLength(5);
  });
});

describe('dragging', () => {
  const at = (x: number, y: number): PointerEvent => ({ clientX: x, clientY: y, pointerId: 1 }) as PointerEvent;

  it('begins after a few pixels and plays when it is far enough up', () => {
    const drag = new Drag();
    drag.start(at(100, 500));
    expect(drag.move(at(103, 498), 80)).toBeNull();
    expect(drag.move(at(104, 480), 80)?.plays).toBe(false);
    expect(drag.move(at(104, 440), 80)?.plays).toBe(true);
    expect(drag.end()).toBe(true);
  });

  it('is a tap where nothing moved', () => {
    const drag = new Drag();
    drag.start(at(0, 0));
    expect(drag.end()).toBe(false);
    expect(drag.move(at(50, 50), 80)).toBeNull();
  });
});
