/** How the quiz went, for each game and level. It stays in this browser; nobody is sent it. */
import { keep, recall } from '$lib/settings.svelte';

export const LEVELS = [1, 2, 3, 4, 5] as const;
export type Way = 'choose' | 'type';

export interface Run {
  now: number; // right answers in a row
  best: number;
  right: number;
  asked: number;
}

export interface Kept {
  game: string;
  level: number;
  way: Way;
  runs: Record<string, Run>;
}

const STORED = 'paizhuo.drill';
const FIRST: Kept = { game: 'nanchang', level: 1, way: 'choose', runs: {} };
export const NONE: Run = { now: 0, best: 0, right: 0, asked: 0 };

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function runOf(stored: unknown): Run | null {
  const run = stored as Partial<Run> | null;
  const { now, best, right, asked } = run ?? {};
  return isCount(now) && isCount(best) && isCount(right) && isCount(asked) ? { now, best, right, asked } : null;
}

/** What was stored, as far as this version can read it. */
export function readKept(text: string | null, games: readonly string[]): Kept {
  let stored: Partial<Record<keyof Kept, unknown>>;
  try {
    stored = (JSON.parse(text ?? '{}') ?? {}) as typeof stored;
  } catch {
    stored = {};
  }
  const runs: Record<string, Run> = {};
  if (typeof stored.runs === 'object' && stored.runs !== null) {
    for (const [name, value] of Object.entries(stored.runs)) {
      const run = runOf(value);
      if (run && /^[a-z]+ [1-5]$/.test(name)) runs[name] = run;
    }
  }
  const game = games.find((one) => one === stored.game) ?? games[0] ?? FIRST.game;
  const level = LEVELS.find((one) => one === stored.level) ?? FIRST.level;
  return { game, level, way: stored.way === 'type' ? 'type' : 'choose', runs };
}

export const recallKept = (games: readonly string[]): Kept => readKept(recall(STORED), games);

export function keepKept(kept: Kept): void {
  keep(STORED, JSON.stringify(kept));
}

export const runKey = (game: string, level: number): string => `${game} ${level}`;

/** The run after one more answer. */
export function after(run: Run, right: boolean): Run {
  const now = right ? run.now + 1 : 0;
  return { now, best: Math.max(run.best, now), right: run.right + Number(right), asked: run.asked + 1 };
}
