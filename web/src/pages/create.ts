/** Making a room, and what the answer leads to. */
import { post } from '../app/api';
import { rememberName } from '../app/names';
import { go } from '../app/router.svelte';
import type { CreateRoom, Created } from '$lib/wire';

export const GAMES = ['nanchang', 'nanchong', 'xinyu'] as const;
export type GameName = (typeof GAMES)[number];

/** A table at once: three bots, no clock, hints. */
export function quick(game: string, name: string): CreateRoom {
  return {
    name,
    game,
    preset: 'classic',
    length: { hands: 8, rounds: null },
    clock: null,
    hints: true,
    bots: ['steady', 'steady', 'steady'],
    begin: true,
  };
}

/** A table that waits for friends. */
export function friendly(game: string, name: string): CreateRoom {
  return { ...quick(game, name), bots: [], begin: false };
}

export async function createAndGo(wanted: CreateRoom): Promise<void> {
  rememberName(wanted.name);
  const created = await post<Created>('/api/rooms', wanted);
  go(`/r/${created.room}`);
}

export async function findAndGo(code: string): Promise<void> {
  const found = await post<Created>('/api/codes', { code: code.trim().toUpperCase() });
  go(`/r/${found.room}`);
}
