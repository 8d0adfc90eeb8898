/** Invented tables for looking at; no game was played for them. */
import type { Asked, Choice, MeldSeen, SeatSeen, TableSeen } from '../src/lib/wire';
import type { Order, RoomOfTable, Send, TableProps } from '../src/table/types';
import { tilesOf } from '../src/lib/tiles';

function seat(part: Partial<SeatSeen> = {}): SeatSeen {
  return {
    hand: Array.from({ length: 13 }, () => '?'), drawn: null, melds: [], river: [],
    announced: false, piao: null, baojiao: false, bai: false, shown: [], ...part,
  }; // prettier-ignore
}

function meld(kind: MeldSeen['kind'], text: string, taken: string | null = null, giver: number | null = null): MeldSeen {
  return { kind, tiles: tilesOf(text), taken, giver };
}

function choice(action: number, text: string, verb: string, tiles: string, more: Partial<Choice> = {}): Choice {
  return { action, text, verb, tiles: tilesOf(tiles), shown: [], waits: [], ...more };
}

function table(part: Partial<TableSeen> = {}): TableSeen {
  return {
    viewer: 0, dealer: 1, floor: 1, wallLeft: 47, jing: ['5m', '6m'], lower: [], previous: [],
    seats: [
      seat({ hand: tilesOf('2m3m4m5m5m6m2p3p7s8s9s3z7z1s'), drawn: '1s', river: tilesOf('1z9m4z9p1m') }),
      seat({ river: tilesOf('9s1z2z6m5z8p1p'), melds: [meld('peng', '777p', '7p', 3)], hand: Array.from({ length: 10 }, () => '?') }),
      seat({ river: tilesOf('4z4z1m9s2z9p7z3p'), melds: [meld('chi', '345s', '4s', 1)], hand: Array.from({ length: 10 }, () => '?') }),
      seat({ river: tilesOf('1p9m3z5m6z8s4p') }),
    ],
    turn: 0, last: null, scores: [0, 0, 0, 0], over: false, ...part,
  }; // prettier-ignore
}

const names = ['小林', '阿梅', 'Sam 的电脑', '老王头不在家'];

function room(part: Partial<RoomOfTable> = {}): RoomOfTable {
  return {
    game: 'nanchang',
    capabilities: ['announce_jingdiao', 'chi', 'floors', 'honours', 'indicator_out', 'jing', 'wall_break'],
    length: { hands: 8, rounds: null },
    hints: true,
    hand: 2,
    totals: [24, -8, 12, -28],
    seats: names.map((name, at) => ({
      person: at === 2 ? null : at, bot: at === 2 ? 'steady' : null, name, connected: at !== 3, away: at === 3,
      factor: 1, ready: false, bankMs: 60000,
    })), // prettier-ignore
    ...part,
  };
}

const log = [
  { type: 'deal', dealer: 1 },
  { type: 'discard', seat: 1, tile: '9s' },
  { type: 'draw', seat: 2, tile: '?' },
  { type: 'discard', seat: 2, tile: '4z' },
  { type: 'discard', seat: 3, tile: '1p' },
  { type: 'draw', seat: 0, tile: '1z' },
  { type: 'discard', seat: 0, tile: '1z' },
  { type: 'peng', seat: 1, from: 3, tile: '7p' },
  { type: 'discard', seat: 1, tile: '4s' },
  { type: 'chi', seat: 2, from: 1, tile: '4s', tiles: ['3s', '5s'] },
  { type: 'discard', seat: 2, tile: '3p' },
  { type: 'gang', kind: 'an', seat: 3, tile: '?', lines: [{ clause: 'NC-GANG-02', from: 0, to: 3, points: 2 }], deltas: [-2, -2, -2, 6] },
  { type: 'discard', seat: 3, tile: '5m' },
  { type: 'draw', seat: 0, tile: '1s' },
];

const send: Send = async (order: Order) => {
  if (order.type === 'why')
    return { type: 'why', id: 1, name: 'hu_barred', text: '你放过了一次胡，摸、吃、碰、杠之后才能再胡别人的牌（弃胡）', clause: 'NC-HU-07' };
  if (order.type === 'hint')
    return {
      type: 'hint', id: 1, distance: 2, helps: 21, waits: [],
      discards: [
        { tile: '3z', distance: 1, helps: 9, waits: [
          { tile: '1p', left: 3, value: 16, discard: 8, pattern: '平胡' }, { tile: '4p', left: 2, value: 16, discard: null, pattern: '平胡' }] },
        { tile: '7z', distance: 2, helps: 18, waits: [] },
      ],
    }; // prettier-ignore
  return { type: 'refused', id: 1, code: 'illegal', text: '摆牌、报叫之后只能打刚摸的那张', clause: 'NCH-BAI-09' };
};

const you = { seat: 0, passing: false, winning: false, discarding: false };

function state(part: Partial<TableProps> = {}): TableProps {
  return {
    table: table(), room: room(), seatAtBottom: 0, log, mode: 'play', ask: null, you, send,
    clock: { type: 'clock', seat: 0, leftMs: 17000, bankMs: 60000, ownMs: 17000 }, ...part,
  }; // prettier-ignore
}

function discards(hand: string): Choice[] {
  return [...new Set(tilesOf(hand))].map((tile, at) => choice(at, `discard ${tile}`, 'discard', tile));
}

function turn(hand: string, more: Choice[] = []): Asked {
  return { decision: 7, kind: 'turn', choices: [...discards(hand), ...more], tile: null, giver: null, limitMs: 20000, bankMs: 60000 };
}

const claim: Asked = {
  decision: 8,
  kind: 'claim',
  tile: '4m',
  giver: 3,
  limitMs: 10000,
  bankMs: null,
  choices: [
    choice(1, 'hu', 'hu', ''),
    choice(2, 'gang', 'gang', '4m'),
    choice(3, 'peng', 'peng', '4m'),
    choice(4, 'chi 23m', 'chi', '23m'),
    choice(5, 'chi 35m', 'chi', '35m'),
    choice(6, 'chi 56m', 'chi', '56m'),
    choice(0, 'pass', 'pass', ''),
  ],
};

const long = 'p1m9p9s1z2z3z4z5z6z7z1p2p3p7s8s2s3s9m8m4p5m'.slice(1);

function crowded(): TableSeen {
  const at = table();
  return table({
    wallLeft: 3,
    floor: 3,
    lower: ['2s', '3s'],
    previous: ['1z', '2z'],
    scores: [-6, 18, -6, -6],
    last: { seat: 3, tile: '5m' },
    turn: null,
    seats: [
      seat({
        hand: tilesOf('5m5m'),
        river: tilesOf(long),
        melds: [meld('bu', '4444m', '4m', 3), meld('peng', '222z', '2z', 2), meld('chi', '123p', '1p', 3), meld('an', '9999s')],
      }),
      seat({
        hand: ['?'],
        river: tilesOf(`${long}7s8s`),
        melds: [meld('gang', '7777p', '7p', 3), meld('bu', '1111s', '1s', 0), meld('peng', '333z', '3z', 2), meld('an', '')],
        announced: true,
      }),
      seat({ hand: ['?', '?', '?', '?'], river: tilesOf(long), melds: [meld('chi', '345s', '4s', 1), meld('gang', '6666s', '6s', 1), meld('an', '')] }),
      seat({ ...at.seats[3], river: tilesOf(`${long}`), melds: [meld('an', '')], hand: Array.from({ length: 10 }, () => '?') }),
    ],
  });
}

function nanchong(part: Partial<TableSeen> = {}): TableSeen {
  return table({
    jing: [],
    wallLeft: 31,
    seats: [
      seat({ hand: tilesOf('2m3m4m5m6m7m2p3p7s8s9s9s5s1s'), drawn: '1s', river: tilesOf('9m9p1m'), piao: 2 }),
      seat({ river: tilesOf('9s6m8p1p'), piao: 0, baojiao: true }),
      seat({ river: tilesOf('1m9s9p3p'), piao: 5, bai: true, shown: tilesOf('345m'), melds: [meld('an', '')], hand: Array.from({ length: 10 }, () => '?') }),
      seat({ river: tilesOf('1p9m5m8s4p'), piao: 1 }),
    ],
    ...part,
  });
}

const NANCHONG = { game: 'nanchong', capabilities: ['bai', 'baojiao', 'piao'] };
const HAND = '2m3m4m5m5m6m2p3p7s8s9s3z7z1s';

export const STATES: Record<string, () => TableProps> = {
  turn: () => state({ ask: turn(HAND) }),
  fixed: () =>
    state({ ask: turn('1s', [choice(90, 'gang 5m', 'gang', '5m'), choice(91, 'gang 2m', 'gang', '2m'), choice(92, 'jingdiao 1s', 'jingdiao', '1s'), choice(93, 'hu', 'hu', '')]) }),
  claim: () =>
    state({
      table: table({
        turn: null,
        last: { seat: 3, tile: '4m' },
        seats: table().seats.map((seen, at) =>
          at === 0 ? { ...seen, hand: tilesOf('2m3m5m6m4m4m4m2p3p7s8s9s3z'), drawn: null } : at === 3 ? { ...seen, river: [...seen.river, '4m'] } : seen,
        ),
      }),
      ask: claim,
      clock: { type: 'clock', seat: null, leftMs: null, bankMs: null, ownMs: 4000 },
    }),
  bai: () =>
    state({
      room: room(NANCHONG),
      table: nanchong(),
      ask: turn('2m3m4m5m6m7m2p3p7s8s9s9s5s1s', [
        choice(71, 'bai 1s show 2367m', 'bai', '1s', { shown: tilesOf('2367m'), waits: tilesOf('14m58m') }),
        choice(72, 'bai 1s show 23m', 'bai', '1s', { shown: tilesOf('23m'), waits: tilesOf('14m') }),
        choice(73, 'bai 5s show 23p', 'bai', '5s', { shown: tilesOf('23p'), waits: tilesOf('14p') }),
      ]),
    }),
  piao: () =>
    state({
      room: room(NANCHONG),
      log: [],
      table: nanchong({ wallLeft: 55, turn: null, seats: [0, 1, 2, 3].map(() => seat({ hand: [] })) }),
      ask: { decision: 0, kind: 'piao', tile: null, giver: null, limitMs: 20000, bankMs: null, choices: [0, 1, 2, 3, 4, 5].map((n) => choice(500 + n, `piao ${n}`, 'piao', '')) },
      clock: null,
    }),
  long: () => state({ table: crowded(), ask: { ...claim, tile: '5m', choices: [choice(1, 'hu', 'hu', ''), choice(0, 'pass', 'pass', '')] } }),
  watch: () => state({ mode: 'watch', you: { ...you, seat: null }, table: table({ viewer: null, seats: table().seats.map((seen, at) => (at === 0 ? seat({ river: seen.river, hand: Array.from({ length: 14 }, () => '?'), drawn: '?' }) : seen)) }) }),
  end: () =>
    state({
      mode: 'replay',
      showHands: true,
      clock: null,
      table: table({
        over: true,
        turn: null,
        scores: [-16, 48, -16, -16],
        seats: table().seats.map((seen, at) => (at === 0 ? { ...seen, drawn: null } : { ...seen, hand: tilesOf('1m1m2p3p4p5s6s7s6m6m5m1z1z').slice(0, seen.hand.length) })),
      }),
    }),
};
