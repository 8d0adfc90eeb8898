/**
 * Sentences in the person's language. A catalogue is loaded when its language is first asked for, and what only some pages
 * say with the first of them (`needTexts`).
 */
import { parts } from 'virtual:catalogue/parts';
import { keep, recall } from './settings.svelte';
import type { Lang } from './wire';

export type Values = Record<string, string | number>;
type Texts = Record<string, string>;

const STORED = 'paizhuo.lang';
const LOADERS: Record<Lang, () => Promise<{ default: Texts }>> = {
  zh: () => import('virtual:catalogue/zh'),
  en: () => import('virtual:catalogue/en'),
};

/** zh for any Chinese, else en; what was chosen before comes first. */
export function firstLanguage(stored: string | null, wanted: readonly string[]): Lang {
  if (stored === 'zh' || stored === 'en') return stored;
  for (const tag of wanted) {
    if (/^zh\b/i.test(tag)) return 'zh';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return wanted.length ? 'en' : 'zh';
}

let current: Lang = $state('zh');
let texts: Texts = $state.raw({});

export const lang = {
  get now(): Lang {
    return current;
  },
  /** For `lang` attributes. */
  get tag(): string {
    return current === 'zh' ? 'zh-CN' : 'en';
  },
};

const needed = new Set<string>();
let wish: Lang = 'zh';
let newest = 0;
let latest: Promise<void> = Promise.resolve();

/** Fetch all that is needed in the language that is wanted; what was asked for last is what comes. */
function refresh(): Promise<void> {
  const mine = ++newest;
  const next = wish;
  const loads = [LOADERS[next], ...[...needed].flatMap((part) => parts[next][part] ?? [])];
  latest = Promise.all(loads.map((load) => load())).then((loaded) => {
    if (mine !== newest) return latest;
    texts = Object.assign({}, ...loaded.map((one) => one.default)) as Texts;
    current = next;
    return undefined;
  });
  return latest;
}

/** Have the texts of these parts (`calc`, `board` …) from now on; resolves when they are there. */
export async function needTexts(...names: readonly string[]): Promise<void> {
  const missing = names.filter((name) => !needed.has(name));
  if (!missing.length) return latest;
  for (const name of missing) needed.add(name);
  try {
    await refresh();
  } catch (error) {
    for (const name of missing) needed.delete(name);
    throw error;
  }
}

/** Change the language; resolves when its texts are there. */
export async function setLanguage(next: Lang, remember = true): Promise<void> {
  wish = next;
  if (remember) keep(STORED, next); // whoever reloads before the texts are there has chosen all the same
  await refresh();
  if (typeof document !== 'undefined') document.documentElement.lang = lang.tag;
}

/** Call once before the first page is drawn. */
export function startLanguage(): Promise<void> {
  return setLanguage(firstLanguage(recall(STORED), navigator.languages ?? []), false);
}

export function fill(template: string, values: Values): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The sentence for a key, its `{names}` filled in. A key without a text shows itself; a test finds it first. */
export function t(key: string, values?: Values): string {
  const text = texts[key] ?? key;
  return values ? fill(text, values) : text;
}

/** Is there a sentence for this key (`xinyu.preset.hall` beside `preset.hall`)? */
export function has(key: string): boolean {
  return Object.hasOwn(texts, key);
}

/** `t` for a counted thing: `key.one` where there is exactly one. `count` is filled in too. */
export function many(key: string, count: number, values: Values = {}): string {
  const one = `${key}.one`;
  return t(count === 1 && has(one) ? one : key, { count, ...values });
}

/** Points with their sign: +12, −3, 0 (a real minus, so that columns line up). */
export function signed(points: number): string {
  if (points === 0) return '0';
  return points > 0 ? `+${points}` : `\u2212${-points}`;
}
