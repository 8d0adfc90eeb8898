import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderRules, ruleGroups, rulePages } from '../../build/rules.ts';

const FOLDER = resolve(import.meta.dirname, '../../../docs/rules');
const read = (page: string): string => readFileSync(join(FOLDER, `${page}.md`), 'utf-8');

describe.each(rulePages())('the rule page %s', (page) => {
  const { html, contents } = renderRules(read(page));
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map((found) => found[1]);
  const links = [...html.matchAll(/ href="([^"]*)"/g)].map((found) => found[1]!);

  it('has each id once', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(contents.map((entry) => entry.id).every((id) => ids.includes(id))).toBe(true);
  });

  it('links only to places of its own', () => {
    expect(links.filter((link) => !link.startsWith('#') || !ids.includes(link.slice(1)))).toEqual([]);
  });

  it('has a place for every clause that it names', () => {
    const named = new Set(read(page).match(/\b[A-Z]{2,3}-[A-Z0-9]+-\d{2}\b/g));
    expect([...named].filter((clause) => !ids.includes(clause))).toEqual([]);
  });

  it('holds nothing that the policy of the page forbids', () => {
    expect(html).not.toMatch(/<script|<style|<img|<link| style=| on[a-z]+=/i);
  });

  it('has the same parts in both languages', () => {
    const other = page.endsWith('zh') ? page.replace('.zh', '.en') : page.replace('.en', '.zh');
    const shape = (entries: typeof contents): string[] => entries.map(({ id, depth }) => `${id} ${depth}`);
    expect(shape(renderRules(read(other)).contents)).toEqual(shape(contents));
  });
});

describe('a rule page that is not ours', () => {
  it('is not let through', () => {
    const { html } = renderRules('## Head\n\n<script>alert(1)</script>\n\na <b onclick="x()">b</b> c');
    expect(html).not.toMatch(/<script|<b /);
    expect(html).toContain('&lt;script&gt;');
  });
});

describe('the sections of the form', () => {
  it.each(['zh', 'en'])('have titles in %s', (lang) => {
    for (const groups of Object.values(ruleGroups(lang)))
      for (const group of groups) expect(group.title, group.name).not.toBe(group.name);
  });
});
