/**
 * What there is to draw at this table: a place for the chi button, a row of honours in the tracker. Nothing here says what
 * may be done; that is in the choices which the server sends.
 */
import type { RoomOfTable } from './types';

export interface Features {
  chi: boolean;
  honours: boolean;
  announces: boolean;
  indicatorLies: boolean;
  /** A win may be declared that is none: one's own risk. */
  declares: boolean;
}

export function featuresOf(room: Pick<RoomOfTable, 'capabilities' | 'options'>): Features {
  const { capabilities, options } = room;
  return {
    chi: capabilities.includes('chi'),
    honours: capabilities.includes('honours'),
    indicatorLies: capabilities.includes('indicator_out'),
    declares: options?.['manual_hu'] === 'on',
    announces: capabilities.includes('announce_jingdiao'),
  };
}
