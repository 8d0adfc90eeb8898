/**
 * A board as it is drawn: what the server told, with what this phone has entered since laid over it. A hand that the engine
 * has to settle, and everything after it, is pending; nothing here knows a rule. The one sum that is made here is of points
 * that somebody has typed himself, and it is called provisional.
 */
import type { BoardCreate, BoardEntry, BoardHand, BoardOp, BoardTold } from '$lib/wire';

export interface ShownPlayer {
  player: number;
  name: string;
  seat: number | null; // for the next hand
  total: number;
}

export interface ShownHand {
  hand: string;
  told: BoardHand | null; // null: the server has not heard of it
  entry: BoardEntry; // what counts, or is going to
  players: number[]; // by seat
  deltas: number[] | null; // by player; null: not known
  /** `entered`: here, and not yet settled · `added`: its points were typed here · `changed`, `withdrawn`: here · `after`: may change with one before it. */
  pending: '' | 'entered' | 'added' | 'changed' | 'withdrawn' | 'after';
  op: BoardOp | null; // of this phone, not yet acknowledged
}

export interface ShownNext {
  after: string; // for the `add`
  seats: number[]; // player by seat
  dealer: number | null; // seat; null: the server will say
  floor: number | null;
  previous: string | null;
  uncertain: string;
}

export interface Shown {
  title: string;
  game: string;
  preset: string;
  players: ShownPlayer[];
  hands: ShownHand[];
  next: ShownNext;
  /** Points that were typed here are in the totals, and the server has not seen them. */
  provisional: boolean;
  /** Hands that the totals leave out since they wait for the engine. */
  out: number;
  /** The totals are as they were before something that was changed here. */
  stale: boolean;
}

interface Base {
  title: string;
  game: string;
  preset: string;
  names: string[];
  totals: number[];
  hands: ShownHand[];
  next: ShownNext;
}

function baseOf(told: BoardTold | null, draft: BoardCreate | null): Base | null {
  if (told) {
    const rules = told.rules[told.next.rules] ?? told.rules[0];
    const { after, seats, dealer, floor, previous, uncertain } = told.next;
    return {
      title: told.title,
      game: rules?.game ?? '',
      preset: rules?.preset ?? '',
      names: told.players.map(({ name }) => name),
      totals: [...told.totals],
      hands: told.hands.map((hand) => ({ hand: hand.hand, told: hand, entry: hand.entry, players: hand.players, deltas: hand.deltas, pending: '', op: null })),
      next: { after, seats: [...seats], dealer, floor, previous, uncertain },
    };
  }
  if (!draft) return null;
  const seats = draft.seats ?? [0, 1, 2, 3];
  return {
    title: draft.title ?? '',
    game: draft.game,
    preset: draft.preset ?? 'classic',
    names: [...draft.names],
    totals: draft.names.map(() => 0),
    hands: [],
    next: { after: '', seats: [...seats], dealer: draft.dealer ?? 0, floor: 1, previous: null, uncertain: '' },
  };
}

/** Typed points by player: a hand's by seat, a fine's as they are. Null: the engine has to say. */
export function typedPoints(entry: BoardEntry, seats: readonly number[], players: number): number[] | null {
  if (entry.entry === 'case' || !entry.points) return null;
  const points = Array.from({ length: players }, () => 0);
  for (const [place, value] of entry.points.entries()) {
    const player = entry.entry === 'fine' ? place : (seats[place] ?? -1);
    if (player in points) points[player]! += value;
  }
  return points;
}

class Overlay {
  provisional = false;
  stale = false;
  #engine = false; // does something wait for the engine?
  readonly #later = new Map<string, BoardEntry | null>(); // what was changed on hands that the server has not seen

  constructor(
    private readonly base: Base,
    ops: readonly BoardOp[],
  ) {
    for (const { kind, hand = '', body } of ops) {
      if (kind === 'edit') this.#later.set(hand, body as unknown as BoardEntry);
      if (kind === 'withdraw') this.#later.set(hand, null);
    }
    for (const op of ops) this.lay(op);
  }

  lay(op: BoardOp): void {
    const body = op.body ?? {};
    switch (op.kind) {
      case 'add':
        return this.#add(op, body as unknown as BoardEntry);
      case 'edit':
        return this.#change(op, body as unknown as BoardEntry);
      case 'withdraw':
        return this.#change(op, null);
      case 'seats':
        this.base.next.seats = [...(body['seats'] as number[])];
        return;
      case 'player':
        return this.#name(Number(body['player']), String(body['name']));
      case 'title':
        this.base.title = String(body['title']);
        return;
      case 'device':
        return;
      default:
        this.stale ||= ['choose', 'same', 'two', 'undo', 'accept', 'rules', 'renew'].includes(op.kind);
    }
  }

  #add(op: BoardOp, first: BoardEntry): void {
    const { hands, next, totals } = this.base;
    const hand = op.hand ?? '';
    if (hands.some((one) => one.hand === hand)) return; // it has arrived, and the answer was lost
    const later = this.#later.get(hand);
    const entry = later ?? first;
    const players = [...next.seats];
    const deltas = this.#engine || later === null ? null : typedPoints(entry, players, totals.length);
    for (const [player, value] of (deltas ?? []).entries()) totals[player]! += value;
    this.provisional ||= deltas !== null;
    const pending = deltas ? 'added' : later === null ? 'withdrawn' : 'entered';
    this.#engine ||= pending === 'entered';
    const place = this.#placeOf(op);
    hands.splice(place, 0, { hand, told: null, entry, players, deltas, pending, op });
    if (place === hands.length - 1) next.after = hand;
    if (entry.entry === 'fine' || later === null) return;
    // Who deals next, and what is carried along, is the engine's to say; the table may have told it.
    Object.assign(next, { dealer: entry.next ?? null, floor: null, previous: null, uncertain: '' });
  }

  /** Behind the hand that it names, else before the other one, else at the end. */
  #placeOf({ after, before }: BoardOp): number {
    const { hands } = this.base;
    const follows = hands.findIndex(({ hand }) => hand === after);
    if (follows >= 0) return follows + 1;
    const leads = hands.findIndex(({ hand }) => hand === before);
    return leads >= 0 ? leads : hands.length;
  }

  #change(op: BoardOp, entry: BoardEntry | null): void {
    const { hands } = this.base;
    const place = hands.findIndex((one) => one.hand === op.hand);
    const hand = hands[place];
    if (!hand?.told) return; // of what the server has not seen it is in the addition
    hands[place] = { ...hand, entry: entry ?? hand.entry, deltas: null, pending: entry ? 'changed' : 'withdrawn', op };
    for (let later = place + 1; later < hands.length; later++) {
      const one = hands[later]!;
      const counts = one.told?.status !== 'withdrawn' && one.told?.status !== 'merged';
      if (!one.pending && counts) hands[later] = { ...one, pending: 'after' };
    }
    this.stale = true;
    this.#engine = true;
  }

  #name(player: number, name: string): void {
    const { names, totals } = this.base;
    if (player === names.length) totals.push(0);
    names[player] = name;
  }
}

/** Null: nothing is known of the board yet. */
export function shownOf(told: BoardTold | null, draft: BoardCreate | null, waiting: readonly { op: BoardOp }[]): Shown | null {
  const base = baseOf(told, draft);
  if (!base) return null;
  const overlay = new Overlay(
    base,
    waiting.map(({ op }) => op),
  );
  return {
    title: base.title,
    game: base.game,
    preset: base.preset,
    hands: base.hands,
    next: base.next,
    players: base.names.map((name, player) => {
      const seat = base.next.seats.indexOf(player);
      return { player, name, seat: seat < 0 ? null : seat, total: base.totals[player] ?? 0 };
    }),
    provisional: overlay.provisional,
    out: base.hands.filter(({ pending }) => pending === 'entered').length,
    stale: overlay.stale,
  };
}
