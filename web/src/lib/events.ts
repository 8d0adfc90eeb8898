/** What happens in a hand, as docs/logs.md describes it. Fields that the page does not read are left out. */

export interface Payment {
  clause: string;
  from: number;
  to: number;
  points: number;
}

interface Happened {
  lines?: Payment[];
  deltas?: number[];
}

export interface StartHand extends Happened {
  type: 'start_hand';
  hand: number;
  dealer: number;
  floor?: number;
  commitment?: string;
}

export interface Deal extends Happened {
  type: 'deal';
  dealer: number;
  hands: string[];
  wall_left: number;
  break?: { seat: number; stack: number };
  dice?: number[];
  jing?: string[];
  lower?: string[];
  previous?: string[];
  floor?: number;
}

export interface Drew extends Happened {
  type: 'draw';
  seat: number;
  tile: string;
  replacement?: boolean;
  die?: number;
}

export interface Chi extends Happened {
  type: 'chi';
  seat: number;
  from: number;
  tile: string;
  tiles: [string, string]; // the two from hand
}

export interface Gang extends Happened {
  type: 'gang';
  kind: 'ming' | 'bu' | 'an';
  seat: number;
  from?: number;
  tile: string;
}

/** What names a seat, and perhaps a tile and whose it was. */
export interface SeatEvent extends Happened {
  type: 'discard' | 'peng' | 'announce' | 'baojiao' | 'aside' | 'shown' | 'hu' | 'false_hu' | 'chaozhuang';
  seat: number;
  from?: number;
  tile: string;
}

export interface Piao extends Happened {
  type: 'piao';
  seat: number;
  piao: number;
}

export interface Bai extends Happened {
  type: 'bai';
  seat: number;
  tile: string;
  shown: string;
}

export interface Settle extends Happened {
  type: 'settle';
  seat?: number;
  tile?: string;
}

export interface EndHand extends Happened {
  type: 'end_hand';
  hands: string[];
  melds: string[][];
  scores: number[];
  next_dealer: number;
  lower?: string[];
}

export interface Other extends Happened {
  type: 'exhausted' | 'key';
}

export type GameEvent = StartHand | Deal | Drew | Chi | Gang | SeatEvent | Piao | Bai | Settle | EndHand | Other;

/** An event as it came; the server's word is taken for its form. */
export function asEvent(told: Record<string, unknown>): GameEvent {
  return told as unknown as GameEvent;
}
