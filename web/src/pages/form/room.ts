/** The part of the form that is about the room and not about the rules. */
import type { ClockRules, CreateRoom, Length } from '$lib/wire';
import type { Values } from './forms';

export type Pace = 'none' | 'friendly' | 'fast' | 'custom';

export const CLOCKS: Record<'friendly' | 'fast', ClockRules> = {
  friendly: { turn: 30, bank: 120, claim: 15 },
  fast: { turn: 10, bank: 30, claim: 6 },
};

export interface RoomForm {
  name: string;
  title: string;
  game: string;
  preset: string;
  lengthIn: 'hands' | 'rounds';
  count: number;
  pace: Pace;
  custom: { turn: number; bank: number; claim: number };
  hints: boolean;
  public: boolean;
  password: string;
  spectators: boolean;
  delay: number;
}

export const firstForm = (name: string, game: string): RoomForm => ({
  name,
  title: '',
  game,
  preset: 'classic',
  lengthIn: 'hands',
  count: 8,
  pace: 'none',
  custom: { turn: 20, bank: 60, claim: 10 },
  hints: true,
  public: false,
  password: '',
  spectators: true,
  delay: 0,
});

export function clockOf(form: RoomForm): ClockRules | null {
  if (form.pace === 'none') return null;
  return form.pace === 'custom' ? { ...form.custom } : CLOCKS[form.pace];
}

export function lengthOf(form: RoomForm): Length {
  return form.lengthIn === 'hands' ? { hands: form.count, rounds: null } : { hands: null, rounds: form.count };
}

export function requestOf(form: RoomForm, options: Values): CreateRoom {
  return {
    name: form.name,
    game: form.game,
    preset: form.preset,
    options,
    title: form.title.trim(),
    length: lengthOf(form),
    clock: clockOf(form),
    hints: form.hints,
    public: form.public,
    password: form.password,
    spectators: form.spectators,
    delaySeconds: form.spectators ? form.delay : 0,
  };
}
