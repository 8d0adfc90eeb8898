/**
 * The table as one viewer sees it, folded from what he was told. It draws no conclusion: what an event does not say is not
 * known here. The server keeps the same value (`table_seen`), and tests compare both for every prefix of recorded hands.
 */
import type { Chi, Deal, EndHand, Gang, GameEvent } from './events';
import { kindOf, tilesOf } from './tiles';
import type { MeldSeen, SeatSeen, TableSeen } from './wire';

function emptySeat(): SeatSeen {
  return { hand: [], drawn: null, melds: [], river: [], announced: false, piao: null, baojiao: false, bai: false, shown: [] };
}

/** A table before anything has happened. `viewer` null: who sits at no seat, or a replay that sees everything. */
export function emptyTable(viewer: number | null, dealer = 0, floor = 1): TableSeen {
  return {
    viewer,
    dealer,
    floor,
    wallLeft: 0,
    jing: [],
    lower: [],
    previous: [],
    seats: [0, 1, 2, 3].map(emptySeat),
    turn: null,
    last: null,
    scores: [0, 0, 0, 0],
    over: false,
  };
}

const sorted = (tiles: string[]): string[] => tiles.sort((a, b) => kindOf(a) - kindOf(b));

/** Takes `count` of a tile out of a hand; of a hidden hand any. */
function without(hand: readonly string[], tile: string, count = 1): string[] {
  const left = [...hand];
  for (let taken = 0; taken < count; taken++) {
    const place = left.indexOf(tile);
    left.splice(place >= 0 ? place : left.lastIndexOf('?'), 1);
  }
  return left;
}

/** The next table, changed at one seat. */
function at(table: TableSeen, seat: number, change: Partial<SeatSeen>): TableSeen {
  const seats = table.seats.map((old, place) => (place === seat ? { ...old, ...change } : old));
  return { ...table, seats };
}

const seatOf = (table: TableSeen, seat: number): SeatSeen => table.seats[seat] ?? emptySeat();

/** The tile on offer leaves the river of who discarded it. */
function taken(table: TableSeen, giver: number): TableSeen {
  return at({ ...table, last: null }, giver, { river: seatOf(table, giver).river.slice(0, -1) });
}

/** Nobody has done anything since the deal. The dealer's fourteenth tile is no longer counted in the wall then. */
function nothingDone(table: TableSeen): boolean {
  return table.seats.every((seat) => seat.hand.length === 13 && !seat.river.length && !seat.melds.length);
}

function dealt(table: TableSeen, event: Deal): TableSeen {
  return {
    ...table,
    dealer: event.dealer,
    floor: event.floor ?? table.floor,
    wallLeft: event.wall_left,
    jing: event.jing ?? [],
    lower: event.lower ?? [],
    previous: event.previous ?? [],
    seats: table.seats.map((seat, place) => ({ ...seat, hand: sorted(tilesOf(event.hands[place] ?? '')) })),
  };
}

/** A meld takes tiles from the hand and stands; the turn is its owner's, without a drawn tile. */
function melded(table: TableSeen, seat: number, meld: MeldSeen, gone: readonly string[]): TableSeen {
  const own = seatOf(table, seat);
  const hand = gone.reduce<string[]>((left, tile) => without(left, tile), [...own.hand]);
  return at({ ...table, turn: seat }, seat, { hand, drawn: null, melds: [...own.melds, meld] });
}

function chi(table: TableSeen, event: Chi): TableSeen {
  const tiles = sorted([...event.tiles, event.tile]);
  const meld: MeldSeen = { kind: 'chi', tiles, taken: event.tile, giver: event.from };
  return melded(taken(table, event.from), event.seat, meld, event.tiles);
}

function peng(table: TableSeen, seat: number, giver: number, tile: string): TableSeen {
  const meld: MeldSeen = { kind: 'peng', tiles: [tile, tile, tile], taken: tile, giver };
  return melded(taken(table, giver), seat, meld, [tile, tile]);
}

function gang(table: TableSeen, { kind, seat, from, tile }: Gang): TableSeen {
  const four = [tile, tile, tile, tile];
  if (kind === 'ming' && from !== undefined) {
    const meld: MeldSeen = { kind: 'gang', tiles: four, taken: tile, giver: from };
    return melded(taken(table, from), seat, meld, four.slice(1));
  }
  if (kind === 'an') {
    const meld: MeldSeen = { kind: 'an', tiles: tile === '?' ? [] : four, taken: null, giver: null };
    return melded(table, seat, meld, four);
  }
  const own = seatOf(table, seat);
  const melds = own.melds.map((meld) =>
    meld.kind === 'peng' && meld.tiles[0] === tile ? { ...meld, kind: 'bu' as const, tiles: four } : meld,
  );
  return at({ ...table, turn: null }, seat, { hand: without(own.hand, tile), drawn: null, melds });
}

/** A gang that lay face down is turned up. */
function turnedUp(table: TableSeen, seat: number, tile: string): TableSeen {
  const melds = [...seatOf(table, seat).melds];
  const place = melds.findIndex((meld) => meld.kind === 'an' && meld.tiles.length === 0);
  const meld = melds[place];
  if (meld) melds[place] = { ...meld, tiles: [tile, tile, tile, tile] };
  return at(table, seat, { melds });
}

/** A discard that wins leaves its river; a tile that is robbed leaves the peng that it was added to. */
function wonFrom(table: TableSeen, giver: number, tile: string): TableSeen {
  if (table.last?.seat === giver) return taken(table, giver);
  const melds = seatOf(table, giver).melds.map((meld) =>
    meld.kind === 'bu' && meld.tiles[0] === tile ? { ...meld, kind: 'peng' as const, tiles: [tile, tile, tile] } : meld,
  );
  return at(table, giver, { melds });
}

/** Everything is shown, gangs that lay face down too: `an 5m`, in the order of the melds. */
function ended(table: TableSeen, event: EndHand): TableSeen {
  const seats = table.seats.map((seat, place) => ({
    ...seat,
    hand: sorted(tilesOf(event.hands[place] ?? '')),
    drawn: null,
    melds: seat.melds.map((meld, number) => {
      const [tile] = tilesOf(event.melds[place]?.[number]?.split(' ')[1] ?? '');
      return meld.tiles.length || tile === undefined ? meld : { ...meld, tiles: [tile, tile, tile, tile] };
    }),
  }));
  return { ...table, seats, turn: null, over: true, scores: event.scores, lower: event.lower ?? table.lower };
}

function happened(table: TableSeen, event: GameEvent): TableSeen {
  switch (event.type) {
    case 'start_hand':
      return emptyTable(table.viewer, event.dealer, event.floor ?? 1);
    case 'deal':
      return dealt(table, event);
    case 'piao':
      return at(table, event.seat, { piao: event.piao });
    case 'baojiao':
      return at(table, event.seat, { baojiao: true });
    case 'draw': {
      const hand = sorted([...seatOf(table, event.seat).hand, event.tile]);
      const wallLeft = table.wallLeft - (nothingDone(table) ? 0 : 1);
      return at({ ...table, turn: event.seat, wallLeft }, event.seat, { hand, drawn: event.tile });
    }
    case 'aside':
      return { ...table, wallLeft: table.wallLeft - 1 };
    case 'discard': {
      const own = seatOf(table, event.seat);
      const last = { seat: event.seat, tile: event.tile };
      const change = { hand: without(own.hand, event.tile), drawn: null, river: [...own.river, event.tile] };
      return at({ ...table, turn: null, last }, event.seat, change);
    }
    case 'announce':
      return at(table, event.seat, { announced: true });
    case 'bai':
      return at(table, event.seat, { bai: true, shown: sorted(tilesOf(event.shown)) });
    case 'chi':
      return chi(table, event);
    case 'peng':
      return peng(table, event.seat, event.from ?? 0, event.tile);
    case 'gang':
      return gang(table, event);
    case 'hu':
      return event.from === undefined ? table : wonFrom(table, event.from, event.tile);
    case 'shown':
      return turnedUp(table, event.seat, event.tile);
    case 'end_hand':
      return ended(table, event);
    default:
      return table;
  }
}

/** The table after an event. Nothing in `table` is changed. */
export function reduce(table: TableSeen, event: GameEvent): TableSeen {
  const next = happened(table, event);
  if (event.type === 'end_hand' || !event.deltas) return next;
  return { ...next, scores: next.scores.map((points, seat) => points + (event.deltas?.[seat] ?? 0)) };
}

/** The table after some events, from nothing. */
export function reduceAll(events: readonly GameEvent[], viewer: number | null): TableSeen {
  return events.reduce(reduce, emptyTable(viewer));
}
