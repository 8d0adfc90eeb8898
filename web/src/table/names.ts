import { t } from '../lib/i18n.svelte';
import { placeOf, type Place } from './places';
import type { RoomOfTable } from './types';

const PLACE_KEYS: Record<Place, string> = {
  own: 'web.table.place.bottom',
  next: 'web.table.place.next',
  across: 'web.table.place.across',
  previous: 'web.table.place.previous',
};

/** Where a seat sits. `sits`: does who looks sit at the bottom, or is it only drawn there? */
export function placeName(place: Place, sits: boolean): string {
  return t(place === 'own' && sits ? 'web.table.place.own' : PLACE_KEYS[place]);
}

/** What a seat is called in a sentence: you, by name, or by where it sits. */
export function seatName(room: RoomOfTable, seat: number, bottom: number, own: number | null): string {
  if (seat === own) return t('web.table.you');
  return room.seats[seat]?.name || placeName(placeOf(seat, bottom), false);
}

const SHORT_KEYS: Record<Place, string> = {
  own: 'web.table.place.bottom.short',
  next: 'web.table.place.next.short',
  across: 'web.table.place.across.short',
  previous: 'web.table.place.previous.short',
};

/** One character, for the edge of a row. */
export function placeShort(place: Place, sits: boolean): string {
  return t(place === 'own' && sits ? 'web.table.place.own.short' : SHORT_KEYS[place]);
}
