/** People whose phrases this browser does not show, by room and person. */
import { SvelteSet } from 'svelte/reactivity';
import { keep, recall } from '$lib/settings.svelte';

const STORED = 'paizhuo.muted';
const MOST = 50;

const all = new SvelteSet((recall(STORED) ?? '').split(' ').filter(Boolean));
const keyOf = (room: string, person: number): string => `${room}:${person}`;

export const muted = {
  has: (room: string, person: number): boolean => all.has(keyOf(room, person)),
  toggle(room: string, person: number): void {
    const key = keyOf(room, person);
    if (!all.delete(key)) all.add(key);
    keep(STORED, [...all].slice(-MOST).join(' '));
  },
};
