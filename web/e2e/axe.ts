/** What axe finds wrong with a page. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** One line for each element that breaks a rule; empty is good. Not `all`: the rules about colours alone. */
export async function axeFindings(page: Page, all = true): Promise<string[]> {
  // Evaluated by the browser's own tools, which the page's policy for scripts does not bind.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const results = await page.evaluate(
    async ([only]) => {
      const found = (globalThis as unknown as { axe: typeof axe }).axe;
      return found.run(document, { runOnly: only, resultTypes: ['violations'] });
    },
    [all ? { type: 'tag' as const, values: TAGS } : { type: 'rule' as const, values: ['color-contrast'] }] as const,
  );
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} — ${node.target.join(' ')} ${node.html.slice(0, 160)}`),
  );
}

const THEMES = [
  ['light', { colorScheme: 'light', contrast: 'no-preference' }],
  ['dark', { colorScheme: 'dark', contrast: 'no-preference' }],
  ['contrast', { colorScheme: 'light', contrast: 'more' }],
] as const;

/** axe finds nothing on the page as it is, in any theme; in those after the first it looks at the colours alone. */
export async function cleanInThemes(page: Page, what: string, look?: (theme: string) => Promise<void>): Promise<void> {
  for (const [name, media] of THEMES) {
    await page.emulateMedia(media);
    await expect.poll(() => page.locator('html').getAttribute('data-theme'), { timeout: 10_000 }).toBe(name);
    expect(await axeFindings(page, name === 'light'), `${what}, ${name}`).toEqual([]);
    await look?.(name);
  }
  await page.emulateMedia(THEMES[0][1]);
}
