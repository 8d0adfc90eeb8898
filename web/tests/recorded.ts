/** Hands that the engine has played, with what the server would show (scripts/recorded.py writes them before the tests). */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TableSeen, ToPage } from '../src/lib/wire';

export const RECORDED = process.env.PAIZHUO_RECORDED ?? resolve(import.meta.dirname, '../../.cache/recorded');

/** Viewers in the order of the recordings: four seats, then who sits at none. */
export const VIEWERS: readonly (number | null)[] = [0, 1, 2, 3, null];

export interface Recording {
  name: string;
  happened: string[];
  streams: ToPage[][];
  steps: [told: number, table: TableSeen, decision: number | null][][];
}

export function recordings(): Recording[] {
  const files = readdirSync(RECORDED).filter((name) => name.endsWith('.json')).sort();
  return files.map((name) => JSON.parse(readFileSync(join(RECORDED, name), 'utf-8')) as Recording);
}
