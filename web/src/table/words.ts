/** What has happened, in words. Tiles stay marked in the sentence, so that a page can draw them and a reader say them. */
import { tilesOf } from '../lib/tiles';
import { HIDDEN } from './kinds';
import type { GameEvent } from './types';

type Translate = (key: string, values?: Record<string, string | number>) => string;
/** A seat as it is called in a sentence. */
export type Who = (seat: number) => string;

const OPEN = '\u0002';
const CLOSE = '\u0003';

/** A tile's place in a sentence. */
export function marked(tile: string): string {
  return `${OPEN}${tile}${CLOSE}`;
}

/** A sentence as text and tiles, in turn. */
export type Piece = { text: string } | { tile: string };

export function pieces(sentence: string): Piece[] {
  return sentence
    .split(/(\u0002[^\u0003]*\u0003)/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(OPEN) ? { tile: part.slice(1, -1) } : { text: part }));
}

/** The sentence with its tiles by name. */
export function spoken(sentence: string, nameOf: (tile: string) => string): string {
  return pieces(sentence)
    .map((piece) => ('tile' in piece ? nameOf(piece.tile) : piece.text))
    .join('');
}

const GANGS: Record<string, string> = {
  ming: 'web.table.event.gang_ming',
  bu: 'web.table.event.gang_bu',
  an: 'web.table.event.gang_an',
};

const PLAIN: Record<string, string> = {
  deal: 'web.table.event.deal',
  baojiao: 'web.table.event.baojiao',
  aside: 'web.table.event.aside',
  discard: 'web.table.event.discard',
  announce: 'web.table.event.announce',
  chi: 'web.table.event.chi',
  peng: 'web.table.event.peng',
  shown: 'web.table.event.shown',
  chaozhuang: 'web.table.event.chaozhuang',
  false_hu: 'web.table.event.false_hu',
  exhausted: 'web.table.event.exhausted',
  end_hand: 'web.table.event.end_hand',
};

function keyOf(event: GameEvent): string | null {
  const known = event.tile !== undefined && event.tile !== HIDDEN;
  switch (event.type) {
    case 'draw':
      if (event.replacement) return known ? 'web.table.event.replacement' : 'web.table.event.replacement_hidden';
      return known ? 'web.table.event.draw' : 'web.table.event.draw_hidden';
    case 'gang':
      if (event.kind === 'an' && !known) return 'web.table.event.gang_hidden';
      return GANGS[event.kind ?? ''] ?? null;
    case 'piao':
      return event.piao ? 'web.table.event.piao' : 'web.table.event.no_piao';
    case 'bai':
      return 'web.table.event.bai';
    case 'settle':
      if (event.seat === undefined) return 'web.table.event.settle';
      return known ? 'web.table.event.settle_gang' : 'web.table.event.settle_gang_hidden';
    case 'hu':
      return event.from === undefined ? 'web.table.event.hu' : 'web.table.event.hu_from';
    default:
      return PLAIN[event.type] ?? null;
  }
}

/** One event as a sentence; null for what has no words. */
export function sentence(event: GameEvent, t: Translate, who: Who): string | null {
  const key = keyOf(event);
  if (key === null) return null;
  const seat = event.seat ?? event.dealer;
  const tiles = event.tiles ?? (event.shown === undefined ? [] : tilesOf(event.shown));
  const text = t(key, {
    who: seat === undefined ? '' : who(seat),
    giver: event.from === undefined ? '' : who(event.from),
    tile: event.tile === undefined ? '' : marked(event.tile),
    tiles: tiles.map(marked).join(''),
    count: event.piao ?? 0,
  });
  return event.die === undefined ? text : text + t('web.table.event.die', { die: event.die });
}

/** How much is read out: 1 only what concerns everybody, 2 every discard and claim, 3 draws too. */
export function weight(event: GameEvent): 1 | 2 | 3 {
  if (['hu', 'false_hu', 'exhausted', 'end_hand', 'deal'].includes(event.type)) return 1;
  return event.type === 'draw' || event.type === 'settle' ? 3 : 2;
}

/** Payments of the hand so far, with what they were for. */
export interface Payment {
  clause: string;
  from: number;
  to: number;
  points: number;
}

export function payments(log: readonly GameEvent[]): Payment[] {
  return log.flatMap((event) => event.lines ?? []);
}
