import type {
  Answer, Asked, Auto, Clock, Hint, HintTold, Refused, Reply, Room, Said, Say, TableSeen, Why, WhyTold, You,
} from '../lib/wire'; // prettier-ignore

/** Something that has happened (docs/logs.md); only what the table reads of it is typed. */
export interface GameEvent {
  type: string;
  seat?: number;
  from?: number;
  tile?: string;
  tiles?: string[];
  shown?: string;
  kind?: string;
  piao?: number;
  dealer?: number;
  replacement?: boolean;
  die?: number;
  lines?: { clause: string; from: number; to: number; points: number }[];
  deltas?: number[];
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;
/** What the table sends; whoever sends it gives it a number. */
export type Order = Unnumbered<Answer | Why | Hint | Auto | Say>;
export type Send = (order: Order) => Promise<Reply | Refused | WhyTold | HintTold>;

/** The part of a room that the table draws, so that a replay can give as much. */
export type RoomOfTable = Pick<Room, 'game' | 'capabilities' | 'seats' | 'hand' | 'length' | 'totals' | 'hints'> &
  Partial<Pick<Room, 'options'>>;

export type Mode = 'play' | 'watch' | 'replay';

export interface TableProps {
  table: TableSeen;
  room: RoomOfTable;
  /** Whose seat is drawn at the bottom. */
  seatAtBottom: number;
  /** The events of this hand, oldest first. */
  log: readonly Record<string, unknown>[];
  /** Does the log begin with the hand? Not where one has come later. */
  logWhole?: boolean;
  mode?: Mode;
  ask?: Asked | null;
  you?: Pick<You, 'seat' | 'passing' | 'winning' | 'discarding'>;
  clock?: Clock | null;
  /** Quick phrases as they are said: a new value is a new phrase. */
  said?: Said | null;
  /** Draws open the hands that the table tells. */
  showHands?: boolean;
  /** A lesson's next move, as a choice has it (`discard 5m`, `peng`): its tile or its button is pointed at. Null: none now. */
  pointed?: string | null | undefined;
  send?: Send;
}
