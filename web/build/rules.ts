/**
 * The generated rule pages (docs/rules) as modules: `virtual:rules` maps `nanchang.zh` to an import of that page's HTML, one
 * chunk each; `virtual:rules/groups/zh` has the sections under which a game's clauses stand, for the form of a new room.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';

const FOLDER = resolve(import.meta.dirname, '../../docs/rules');
const PREFIX = 'virtual:rules';
const CLAUSE = /\b[A-Z]{2,3}-[A-Z0-9]+-\d{2}\b/g;

export interface Entry {
  id: string;
  title: string;
  depth: number;
}

export interface RulePage {
  html: string;
  contents: Entry[];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * A page without its title and its link to the other language, which the client has itself. A clause can be linked to by its
 * own id: where it stands first below a heading it is defined, everywhere else it is a link there.
 */
export function renderRules(text: string): RulePage {
  const contents: Entry[] = [];
  const defined = new Set<string>();
  let heading = '';

  const linked = (clause: string): string => {
    const first = heading !== '' && !defined.has(clause);
    if (first) defined.add(clause);
    return `<a class="clause"${first ? ` id="${clause}"` : ''} href="#${clause}">${clause}</a>`;
  };

  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        if (depth === 1) return '';
        const inner = this.parser.parseInline(tokens);
        heading = inner;
        const id = `part-${contents.length + 1}`; // the same in both languages
        contents.push({ id, title: inner.replace(/<[^>]*>/g, ''), depth });
        return `<h${depth} id="${id}">${inner}</h${depth}>\n`;
      },
      paragraph({ tokens }: Tokens.Paragraph): string {
        const about = tokens.some((token) => token.type === 'link' && (token as Tokens.Link).href.endsWith('.md'));
        return about ? '' : `<p>${this.parser.parseInline(tokens)}</p>\n`;
      },
      codespan({ text: code }: Tokens.Codespan): string {
        return heading !== '' && code.match(CLAUSE)?.[0] === code ? linked(code) : `<code>${escaped(code)}</code>`;
      },
      text(token: Tokens.Text | Tokens.Escape): string {
        if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
        return escaped(token.text).replace(CLAUSE, linked);
      },
      code({ text: code }: Tokens.Code): string {
        return `<pre tabindex="0"><code>${escaped(code)}</code></pre>\n`;
      },
      table(token: Tokens.Table): string {
        const row = (cells: Tokens.TableCell[], tag: string): string =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('');
        const name = escaped(heading.replace(/<[^>]*>/g, ''));
        return (
          `<div class="scroll" tabindex="0" role="group" aria-label="${name}">` +
          `<table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`
        );
      },
      html({ text: tag }: Tokens.HTML | Tokens.Tag): string {
        return tag.trim() === '<br>' ? '<br>' : escaped(tag); // nothing else is let through
      },
    },
  });
  return { html: marked.parse(text, { async: false }), contents };
}

interface Words {
  sections: Record<string, Record<string, string[]>>;
  [lang: string]: Record<string, unknown>;
}

export interface Group {
  name: string;
  title: string;
  families: string[];
}

/** game → its sections, each with the middle parts of the clauses that it holds. */
export function ruleGroups(lang: string): Record<string, Group[]> {
  const words = JSON.parse(readFileSync(join(FOLDER, 'data/words.json'), 'utf-8')) as Words;
  const groups: Record<string, Group[]> = {};
  for (const [game, sections] of Object.entries(words.sections))
    groups[game] = Object.entries(sections).map(([name, families]) => ({
      name,
      title: String(words[lang]?.[`section.${name}`] ?? name),
      families,
    }));
  return groups;
}

/** `nanchang.zh` and so on. */
export function rulePages(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => /^[a-z]+\.[a-z]{2}\.md$/.test(name))
    .map((name) => name.slice(0, -3))
    .sort();
}

export function rules(): Plugin {
  return {
    name: 'paizhuo-rules',
    resolveId: (id) => (id === PREFIX || id.startsWith(`${PREFIX}/`) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const name = id.slice(PREFIX.length + 2);
      if (name === '') {
        const pages = rulePages().map((page) => `${JSON.stringify(page)}: () => import('${PREFIX}/${page}')`);
        const groups = ['zh', 'en'].map((lang) => `${lang}: () => import('${PREFIX}/groups/${lang}')`);
        return `export const pages = {${pages.join(', ')}};\nexport const groups = {${groups.join(', ')}};`;
      }
      if (name.startsWith('groups/')) {
        this.addWatchFile(join(FOLDER, 'data/words.json'));
        return `export default ${JSON.stringify(ruleGroups(name.slice('groups/'.length)))};`;
      }
      const file = join(FOLDER, `${name}.md`);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(renderRules(readFileSync(file, 'utf-8')))};`;
    },
  };
}
