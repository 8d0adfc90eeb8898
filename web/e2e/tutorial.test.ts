import type { Page } from 'playwright-core';
import { axeFindings, expect, picture, test } from './test.ts';

const APPEARED_MS = 350; // a tap within 300 ms of a tile's appearing does nothing, on purpose

/** Does whatever the lesson points at, until its hand is over; how many moves that took. */
async function follow(page: Page): Promise<number> {
  const tile = page.locator('.hand .pointed').first();
  const button = page.locator('[role="toolbar"] .pointed');
  const after = page.locator('.after');
  for (let moves = 0; ; moves += 1) {
    await tile.or(button).or(after).first().waitFor({ timeout: 60_000 });
    if (await after.isVisible()) return moves;
    await page.waitForTimeout(APPEARED_MS);
    const tip = await page.locator('aside [role="status"]').innerText();
    if (await button.isVisible()) await button.click();
    else {
      await tile.click();
      await tile.click();
    }
    await expect.poll(() => page.locator('aside [role="status"]').innerText(), { timeout: 20_000 }).not.toBe(tip);
  }
}

test('The tutorial is played from its first step to its last by what it points at', async ({ server, visitors }) => {
  const page = await visitors.open('/learn');
  const { steps } = (await (await fetch(`${server.origin}/api/tutorial?lang=zh`)).json()) as {
    steps: { title: string; moves: string[]; after: string[]; scores: number[] }[];
  };
  expect(steps.length).toBeGreaterThan(5);
  await page.getByRole('button', { name: '开始', exact: true }).click();
  for (const [number, step] of steps.entries()) {
    await page.getByRole('heading', { name: step.title, level: 2 }).waitFor();
    if (number === 0) await picture(page, 'tutorial');
    await page.getByRole('button', { name: '明白了，开打' }).click();
    expect(await follow(page), step.title).toBe(step.moves.length);
    expect(await page.locator('.after p').count(), step.title).toBe(step.after.length);
    const points = step.scores[0] ?? 0;
    await page.locator('#end', { hasText: `+${points}` }).waitFor();
    const on = steps[number + 1];
    if (on) await page.getByRole('button', { name: `下一步：${on.title}` }).click();
  }
  await page.getByRole('link', { name: '学完了，去打一盘' }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('A step fits a telephone, axe finds nothing, and who does something else is told so', async ({ visitors }) => {
  const page = await visitors.open('/learn', { size: 'portrait', lang: 'en-GB' });
  await page.locator('ol li').nth(1).getByRole('button').click();
  const begin = page.getByRole('button', { name: 'I see, let me play' });
  await begin.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await begin.click();
  await page.locator('.hand .pointed').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'tutorial-portrait');
  const other = page.locator('.hand [role="option"]:not(.pointed)').first();
  await page.waitForTimeout(APPEARED_MS);
  await other.click();
  await other.click();
  await page.getByText('You have gone another way', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Once more' }).click();
  await begin.waitFor();
});
