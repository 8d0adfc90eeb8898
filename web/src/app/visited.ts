/** The rooms in which this browser has a seat, the latest first, so that the first page can lead back to them. */
import { keep, recall } from '$lib/settings.svelte';

export interface Visited {
  room: string;
  title: string;
  game: string;
}

const STORED = 'paizhuo.rooms';
const MOST = 5;

export function visited(): Visited[] {
  try {
    const rooms = JSON.parse(recall(STORED) ?? '[]') as unknown;
    if (!Array.isArray(rooms)) return [];
    return rooms.filter((one): one is Visited =>
      ['room', 'title', 'game'].every((name) => typeof (one as Record<string, unknown> | null)?.[name] === 'string'),
    );
  } catch {
    return [];
  }
}

export function remember(visit: Visited): void {
  keep(STORED, JSON.stringify([visit, ...visited().filter((one) => one.room !== visit.room)].slice(0, MOST)));
}

export function forget(room: string): void {
  keep(STORED, JSON.stringify(visited().filter((one) => one.room !== room)));
}
