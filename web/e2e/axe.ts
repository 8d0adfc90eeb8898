/** What axe finds wrong with a page. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

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
