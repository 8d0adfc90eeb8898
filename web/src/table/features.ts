/**
 * What there is to draw in each game: a place for the chi button, a row of honours in the tracker. Nothing here says what may
 * be done; that is in the choices which the server sends.
 */
import type { RoomOfTable } from './types';

export interface Features {
  chi: boolean;
  honours: boolean;
  announces: boolean;
}

export function featuresOf(room: Pick<RoomOfTable, 'game' | 'options'>): Features {
  const { game, options } = room;
  return {
    chi: game === 'nanchang' || options['chi'] === 'on',
    honours: game !== 'nanchong',
    announces: game === 'nanchang',
  };
}
