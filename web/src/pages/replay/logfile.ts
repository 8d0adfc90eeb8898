/**
 * A log file, read only to be drawn: every hand's events as the file tells them. Nothing is checked here but the form; what
 * the file says is unverified until the server has played it again.
 */
import type { Film, Told } from './film';

export interface LoggedHand extends Film {
  scores: number[];
  commitment: string;
}

export interface LogFile {
  preset: string;
  viewer: number | null; // whose log it is, if not everybody's
  hands: LoggedHand[];
}

/** Where a file is no log: the line, counted from 1. */
export class LogProblem extends Error {
  constructor(readonly line: number) {
    super(`line ${line}`);
  }
}

const SILENT = new Set(['answer', 'key', 'wall', 'end_game', 'start_game', 'start_hand']);

function actionOf(event: Told): string | null {
  if (event.type === 'discard') return `discard ${String(event.tile)}`;
  if (event.type === 'bai') return `bai ${String(event.tile)} show ${String(event.shown)}`;
  if (event.type === 'gang' && event.kind !== 'ming') return `gang ${String(event.tile)}`;
  if (event.type === 'hu' && event.from === undefined) return 'hu';
  return null;
}

function object(line: string, number: number): Told {
  try {
    const told: unknown = JSON.parse(line);
    if (typeof told === 'object' && told !== null && typeof (told as Told).type === 'string') return told as Told;
  } catch {
    // no JSON: said below
  }
  throw new LogProblem(number);
}

const list = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [0, 0, 0, 0]);

export function readLog(text: string): LogFile {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const start = object(lines[0] ?? '', 1);
  if (start.type !== 'start_game' || typeof start.rules !== 'string') throw new LogProblem(1);
  const names = Array.isArray(start.names) ? start.names.map(String) : [];
  const file: LogFile = {
    preset: String(start.preset ?? ''),
    viewer: typeof start.viewer === 'number' ? start.viewer : null,
    hands: [],
  };
  let hand: LoggedHand | null = null;
  let same = false; // the discard after 摆 is the same action
  for (const [place, line] of lines.entries()) {
    if (place === 0) continue;
    const event = object(line, place + 1);
    if (event.type === 'start_hand') {
      hand = {
        game: start.rules,
        capabilities: /[1-7]z/.test(JSON.stringify(lines)) ? ['honours'] : [], // what there is to draw is what it shows
        names: [0, 1, 2, 3].map((seat) => names[seat] ?? String(seat)),
        number: Number(event.hand ?? file.hands.length),
        dealer: Number(event.dealer ?? 0),
        commitment: String(event.commitment ?? ''),
        events: [],
        decisions: [],
        deciders: [],
        actions: [],
        scores: [0, 0, 0, 0],
      };
      file.hands.push(hand);
      continue;
    }
    if (!hand) {
      if (SILENT.has(String(event.type))) continue;
      throw new LogProblem(place + 1);
    }
    const action = event.type === 'answer' ? String(event.action) : same ? null : actionOf(event);
    if (action !== null && typeof event.seat === 'number') {
      hand.decisions.push(hand.events.length);
      hand.deciders.push(event.seat);
      hand.actions.push(action);
    }
    same = event.type === 'bai';
    if (SILENT.has(String(event.type))) continue;
    if (event.type === 'end_hand') hand.scores = list(event.scores);
    const { seq: _, ...told } = event;
    hand.events.push(told);
  }
  if (!file.hands.length) throw new LogProblem(lines.length);
  return file;
}
