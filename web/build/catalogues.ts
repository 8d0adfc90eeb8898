/**
 * The Python package's catalogues as modules: `virtual:catalogue/zh`, `virtual:catalogue/en`. Each is a chunk of its own, so
 * that a page loads one language, and holds only the texts that a page can show.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = resolve(import.meta.dirname, '../../src/paizhuo/rules/text');
const PREFIX = 'virtual:catalogue/';

const SAID_BY_SERVER = /^web\.(server|tutorial|room)\./;

/** Texts of the page itself, and the names of games and presets; what the server says comes from the server. */
export function shownByPages(key: string): boolean {
  if (key.startsWith('web.')) return !SAID_BY_SERVER.test(key);
  return /^(game|preset|[a-z]+\.preset)\.[a-z_]+$/.test(key);
}

export function readCatalogue(lang: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const page of readdirSync(join(FOLDER, lang)).sort()) {
    if (!page.endsWith('.json')) continue;
    const all = JSON.parse(readFileSync(join(FOLDER, lang, page), 'utf-8')) as Record<string, string>;
    for (const [key, text] of Object.entries(all)) if (shownByPages(key)) texts[key] = text;
  }
  return texts;
}

export function catalogues(): Plugin {
  return {
    name: 'paizhuo-catalogues',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const lang = id.slice(PREFIX.length + 1);
      for (const page of readdirSync(join(FOLDER, lang))) this.addWatchFile(join(FOLDER, lang, page));
      return `export default ${JSON.stringify(readCatalogue(lang))};`;
    },
  };
}
