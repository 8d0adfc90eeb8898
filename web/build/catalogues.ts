/**
 * The Python package's catalogues as modules: `virtual:catalogue/zh`, `virtual:catalogue/en`. Each is a chunk of its own, so
 * that a page loads one language, and holds only the texts that a page can show.
 *
 * Texts that belong to pages which are loaded later are chunks too: `virtual:catalogue/zh/calc` has those of
 * `web_calc.json`, and `virtual:catalogue/parts` tells how each is fetched.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = resolve(import.meta.dirname, '../../src/paizhuo/rules/text');
const PREFIX = 'virtual:catalogue/';
const LANGUAGES = ['zh', 'en'] as const;

/** Files `web_<part>.json` that a page fetches for itself. */
export const PARTS = ['api', 'board', 'calc', 'compare', 'drill', 'house', 'sheet'] as const;

const SAID_BY_SERVER = /^web\.(server|tutorial|room)\./;

/** Texts of the page itself, and the names of games and presets; what the server says comes from the server. */
export function shownByPages(key: string): boolean {
  if (key.startsWith('web.')) return !SAID_BY_SERVER.test(key);
  return /^(game|preset|[a-z]+\.preset)\.[a-z_]+$/.test(key);
}

/** The part that a catalogue's file belongs to; empty: every page has it. */
export function partOf(file: string): string {
  const name = /^web_([a-z]+)\.json$/.exec(file)?.[1] ?? '';
  return (PARTS as readonly string[]).includes(name) ? name : '';
}

/** `part` undefined: all texts that pages show. */
export function readCatalogue(lang: string, part?: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const file of readdirSync(join(FOLDER, lang)).sort()) {
    if (!file.endsWith('.json') || (part !== undefined && partOf(file) !== part)) continue;
    const all = JSON.parse(readFileSync(join(FOLDER, lang, file), 'utf-8')) as Record<string, string>;
    for (const [key, text] of Object.entries(all)) if (shownByPages(key)) texts[key] = text;
  }
  return texts;
}

/** How each part is fetched; in unit tests the catalogue of a language is whole, and there are none. */
function parts(whole: boolean): string {
  const of = (lang: string): string =>
    whole ? '' : PARTS.map((part) => `${part}: () => import('${PREFIX}${lang}/${part}')`).join(', ');
  return `export const parts = {${LANGUAGES.map((lang) => `${lang}: {${of(lang)}}`).join(', ')}};`;
}

export function catalogues(whole = false): Plugin {
  return {
    name: 'paizhuo-catalogues',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const [lang = '', part = ''] = id.slice(PREFIX.length + 1).split('/');
      if (lang === 'parts') return parts(whole);
      for (const file of readdirSync(join(FOLDER, lang))) this.addWatchFile(join(FOLDER, lang, file));
      return `export default ${JSON.stringify(readCatalogue(lang, whole ? undefined : part))};`;
    },
  };
}
