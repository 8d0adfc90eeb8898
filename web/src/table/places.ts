/** Where a seat sits as this page draws it: own seat at the bottom, the next to its right, counter-clockwise. */
export type Place = 'own' | 'next' | 'across' | 'previous';

export const PLACES: readonly Place[] = ['own', 'next', 'across', 'previous'];
export const SEATS: readonly number[] = [0, 1, 2, 3];

export function placeOf(seat: number, bottom: number): Place {
  return PLACES[(seat - bottom + 4) % 4] ?? 'own';
}

export function seatAt(place: Place, bottom: number): number {
  return (bottom + PLACES.indexOf(place)) % 4;
}

/** The order in which a reader meets the players: oneself, then as the turn goes round. */
export function seatsFrom(bottom: number): number[] {
  return PLACES.map((place) => seatAt(place, bottom));
}
