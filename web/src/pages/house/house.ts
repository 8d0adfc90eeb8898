/** What the pages of the house rules ask, and the links that they give away. Every sentence and figure is the server's. */
import type { HouseAsk, HouseCompare, HouseGiven, HouseQuiz, HouseSheet } from '$lib/wire';
import { post, spoken } from '../../app/api';
import { whole } from '../../app/share';

/** What takes a rules link. */
export const PLACES = ['new', 'calc', 'board'] as const;
export type Place = (typeof PLACES)[number];

export const askQuiz = (start: HouseAsk, answers: readonly HouseGiven[], finer: boolean): Promise<HouseQuiz> =>
  post<HouseQuiz>(spoken('/api/house/quiz'), { start, answers, finer });

export const askSheet = (asked: HouseAsk): Promise<HouseSheet> => post<HouseSheet>(spoken('/api/house/sheet'), asked);

export const askCompare = (left: HouseAsk, right: HouseAsk): Promise<HouseCompare> =>
  post<HouseCompare>(spoken('/api/house/compare'), { left, right });

/** The link behind `#`, if there is one. */
export const linkIn = (hash: string): string => (/^v\d+\./.test(hash) ? hash : '');

/** `#v1.…~v1.…`: the two sets of a comparison. */
export function linksIn(hash: string): [string, string] {
  const [left = '', right = ''] = hash.split('~');
  return [linkIn(left), linkIn(right)];
}

export const addressOf = (place: Place, link: string): string => whole(`/${place}#${link}`);

export interface Kept {
  start: HouseAsk;
  answers: HouseGiven[];
  finer: boolean;
}

const KEPT = 'paizhuo.quiz';

/** Answers so far, for a page that is loaded again. */
export function keepQuiz(kept: Kept | null): void {
  try {
    if (kept) sessionStorage.setItem(KEPT, JSON.stringify(kept));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // without storage a reload begins anew
  }
}

export function keptQuiz(): Kept | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Partial<Kept> | null;
    if (!found?.start || !Array.isArray(found.answers)) return null;
    return { start: found.start, answers: found.answers, finer: found.finer === true };
  } catch {
    return null;
  }
}

export const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));
