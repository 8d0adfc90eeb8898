/**
 * Which key does what. Keys are told by where they lie (`KeyboardEvent.code`): an input method that makes a Chinese letter
 * of them does not swallow them.
 */
import type { Verb } from './choices';

export type Command =
  | { do: 'verb'; verb: Verb }
  | { do: 'place'; place: number }
  | { do: 'digit'; digit: number }
  | { do: 'move'; to: 'left' | 'right' | 'first' | 'last' | 'up' | 'down' }
  | { do: 'discard' | 'back' | 'why' | 'hint' | 'log' | 'keys' | 'ledger' | 'tracker' | 'readHand' | 'readTable' | 'readLast' | 'here' };

/** What the table waits for, as far as it changes the meaning of a key. */
export interface KeyState {
  /** Digits choose one of several (飘, chi, gangs, 摆). */
  digits: boolean;
  /** `Esc` and `x` close something before they pass. */
  open: boolean;
  /** Letters and signs may be used: settings can switch them off. */
  letters: boolean;
  /** A bot plays for this seat. */
  away?: boolean;
}

const PLACE_CODES = [
  'Digit1', 'Digit2', 'Digit3', 'Digit4', 'Digit5', 'Digit6', 'Digit7', 'Digit8', 'Digit9', 'Digit0',
  'Minus', 'Equal', 'BracketLeft', 'BracketRight',
]; // prettier-ignore
export const PLACE_KEYS = '1234567890-=[]';

const VERBS: Record<string, Verb> = {
  KeyH: 'hu',
  KeyG: 'gang',
  KeyP: 'peng',
  KeyC: 'chi',
  KeyB: 'bai',
  KeyX: 'pass',
};
const LETTERS: Record<string, Command> = {
  Slash: { do: 'why' },
  KeyT: { do: 'hint' },
  KeyL: { do: 'log' },
  KeyK: { do: 'keys' },
  KeyS: { do: 'ledger' },
  KeyN: { do: 'tracker' },
  KeyR: { do: 'readHand' },
  KeyV: { do: 'readTable' },
  KeyE: { do: 'readLast' },
};
const MOVES: Record<string, Command> = {
  ArrowLeft: { do: 'move', to: 'left' },
  ArrowRight: { do: 'move', to: 'right' },
  ArrowUp: { do: 'move', to: 'up' },
  ArrowDown: { do: 'move', to: 'down' },
  Home: { do: 'move', to: 'first' },
  End: { do: 'move', to: 'last' },
  Enter: { do: 'discard' },
  NumpadEnter: { do: 'discard' },
  Space: { do: 'discard' },
};

/** The letter that a button shows beside its name. */
export const KEY_OF: Record<Verb, string> = {
  hu: 'H',
  gang: 'G',
  peng: 'P',
  chi: 'C',
  bai: 'B',
  jingdiao: 'J',
  baojiao: 'J',
  pass: 'X',
};

/** What a key does now; null: not the table's business. `jing`: J announces 精钓, else it is 报叫. */
export function commandOf(code: string, state: KeyState, announces: boolean): Command | null {
  if (code === 'Escape') return state.open ? { do: 'back' } : { do: 'verb', verb: 'pass' };
  const move = MOVES[code];
  if (move !== undefined) return move;
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1];
  if (digit !== undefined && state.digits) return { do: 'digit', digit: Number(digit) };
  const place = PLACE_CODES.indexOf(code);
  if (place >= 0 && (state.letters || place < 10)) return { do: 'place', place };
  if (!state.letters) return null;
  if (code === 'KeyI') return state.away ? { do: 'here' } : null;
  if (code === 'KeyX' && state.open) return { do: 'back' };
  if (code === 'KeyJ') return { do: 'verb', verb: announces ? 'jingdiao' : 'baojiao' };
  const verb = VERBS[code];
  return verb !== undefined ? { do: 'verb', verb } : (LETTERS[code] ?? null);
}
