/** A quick phrase as it is shown. */
import type { Room, Said } from '$lib/wire';

export interface Heard {
  number: number;
  name: string;
  phrase: number;
}

export function heardOf(number: number, said: Said, room: Room): Heard {
  const seat = said.seat === null ? undefined : room.seats[said.seat];
  const name = seat?.name ?? room.watching.find((one) => one.person === said.person)?.name ?? '';
  return { number, name, phrase: said.phrase };
}
