/** What axe finds wrong with a page. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** One line for each element that breaks a rule; empty is good. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Evaluated by the browser's own tools, which the page's policy for scripts does not bind.
  await page.evaluate(axe.source);
  const results = await page.evaluate(async (tags) => {
    const found = (globalThis as unknown as { axe: typeof axe }).axe;
    return found.run(document, { runOnly: tags, resultTypes: ['violations'] });
  }, TAGS);
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} — ${node.target.join(' ')} ${node.html.slice(0, 160)}`),
  );
}
