/** A hand as a film: its events, the decisions between them, and where the address says that one looks. */
import type { HandTold } from '$lib/wire';

export type Told = Record<string, unknown>;

/** What is needed to draw a hand; a `HandTold` is one, and so is what a log file holds. */
export type Film = Pick<HandTold, 'game' | 'capabilities' | 'names' | 'number' | 'dealer' | 'events' | 'decisions' | 'deciders' | 'actions'>;

export function jingIn(events: readonly Told[]): string[] {
  const deal = events.find((event) => event.type === 'deal');
  return Array.isArray(deal?.jing) ? (deal.jing as string[]) : [];
}

/** The first decision that is still to be taken when `shown` events have happened. */
export function decisionAt(film: Pick<Film, 'decisions'>, shown: number): number | null {
  const place = film.decisions.findIndex((events) => events >= shown);
  return place < 0 ? null : place;
}

/** The next (or previous) moment in which a seat decides, or any seat. */
export function decisionFrom(film: Pick<Film, 'decisions' | 'deciders'>, shown: number, step: 1 | -1, seat: number | null): number | null {
  const places = film.decisions.map((_, place) => place).filter((place) => seat === null || film.deciders[place] === seat);
  const found = step > 0 ? places.find((place) => film.decisions[place]! > shown) : places.findLast((place) => film.decisions[place]! < shown);
  return found ?? null;
}

export interface Look {
  shown: number; // events that have happened
  seat: number; // who sits at the bottom
}

/** `#d=17&seat=2`: before decision 17, seen from seat 2. Between decisions `e` counts events. */
export function lookOf(hash: string, film: Pick<Film, 'decisions' | 'events'>): Look {
  const told = new URLSearchParams(hash);
  const whole = (name: string): number | null => (/^\d{1,4}$/.test(told.get(name) ?? '') ? Number(told.get(name)) : null);
  const decision = whole('d');
  const events = (decision === null ? null : film.decisions[decision]) ?? whole('e') ?? firstMoment(film);
  const seat = whole('seat');
  return { shown: Math.min(events, film.events.length), seat: seat !== null && seat < 4 ? seat : 0 };
}

export function hashOf(look: Look, film: Pick<Film, 'decisions'>): string {
  const decision = film.decisions.indexOf(look.shown);
  const where = decision >= 0 ? `d=${decision}` : `e=${look.shown}`;
  return look.seat ? `${where}&seat=${look.seat}` : where;
}

/** Where a film opens: when the tiles are dealt and somebody is to play. */
function firstMoment(film: Pick<Film, 'decisions' | 'events'>): number {
  const dealt = film.events.findIndex((event) => event.type === 'deal');
  return film.decisions.find((events) => events > dealt) ?? Math.min(film.events.length, dealt + 1);
}

/** An action as it would be typed, taken apart: `chi 34m` → chi, 34m. */
export function partsOf(action: string): { verb: string; tiles: string; shown: string; count: string } {
  const [verb = '', first = '', , shown = ''] = action.split(' ');
  const counted = /^\d$/.test(first);
  return { verb, tiles: counted ? '' : first, shown, count: counted ? first : '' };
}

export const SPEEDS = [0.5, 1, 2, 4] as const;
export const BEAT = 900; // ms of an event at speed 1
