import type { Page } from 'playwright-core';
import { axeFindings, expect, picture, shown, test } from './test.ts';

const rows = (page: Page): ReturnType<Page['locator']> => page.locator('button.row');
const verdict = (page: Page): ReturnType<Page['locator']> => page.locator('#verdict');

async function asked(page: Page): Promise<void> {
  await shown(page);
  await page.locator('article[aria-labelledby="seat-3"]').waitFor();
}

test('The score quiz: a row is picked, numbers are typed, the streak stays, every look of it is clean', async ({ visitors }) => {
  const page = await visitors.open('/drill', { size: 'portrait' });
  await asked(page);
  expect(await rows(page).count()).toBe(4);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await picture(page, 'drill');
  expect(await axeFindings(page), 'a question').toEqual([]);

  // Whichever row is picked, the answer says which one is right, and from what each other one comes.
  await rows(page).first().tap();
  await verdict(page).waitFor();
  const right = (await verdict(page).innerText()).startsWith('✓');
  expect(await page.locator('p.row.right').count()).toBe(1);
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(0);
  await picture(page, 'drill-answer');
  expect(await axeFindings(page), 'an answer').toEqual([]);
  await page.getByText('图', { exact: true }).tap();
  await page.locator('.segment').first().waitFor();
  await page.getByText(right ? '连对1题，最多1题' : '连对0题，最多0题').waitFor();

  // Three numbers are enough: the fourth makes the sum zero. A sum that is not zero is said before anybody checks it.
  await page.getByRole('button', { name: '下一题' }).tap();
  await verdict(page).waitFor({ state: 'detached' });
  await page.getByText('自己填').tap();
  const fields = page.locator('form input[type="number"]');
  await fields.nth(0).fill('900');
  for (const seat of [1, 2]) {
    await fields.nth(seat).fill('300');
    await page.getByRole('button', { name: /是输的/ }).nth(seat).tap();
  }
  await page.getByText('四家合起来是零').waitFor();
  await fields.nth(3).fill('1');
  await page.getByText('四家合起来是+301，应该是零').waitFor();
  expect(await axeFindings(page), 'a form').toEqual([]);
  await page.getByRole('button', { name: '对答案' }).tap();
  await verdict(page).waitFor();
  await page.getByText('看来是四家加起来是301，应该是零').waitFor();
  expect(await page.locator('p.row.mine').innerText()).toContain('✗');

  // Game, level and record are there again after a reload; what is nasty is found too, in the other language as well.
  await page.locator('label', { hasText: '五级' }).tap();
  await page.getByText('南充', { exact: true }).tap();
  await page.getByText('0题对0题').waitFor();
  await page.getByText('选一行').tap();
  await page.reload();
  await asked(page);
  await page.getByText('0题对0题').waitFor();
  await page.getByRole('button', { name: 'English' }).tap();
  await page.getByRole('heading', { name: 'What does each player win or lose?' }).waitFor();
  await rows(page).last().tap();
  await verdict(page).waitFor();
  expect(await verdict(page).innerText()).toMatch(/right/i);
  await page.getByText(/of 1 right/).waitFor();
  expect(await page.locator('main').innerText()).toContain('Level 5, since it has');
});

test('The quiz asks about the rules of a link, and says what is unlike the preset', async ({ server, visitors }) => {
  const written = await fetch(`${server.origin}/api/link/write`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ case: { rules: 'nanchong', options: { cap: 8 } } }),
  });
  const { link } = (await written.json()) as { link: string };
  const page = await visitors.open(`/drill#${link}`, { size: 'smallest' });
  await asked(page);
  expect(await page.locator('.facts').innerText()).toContain('南充麻将');
  expect(await page.getByText('新余', { exact: true }).count()).toBe(0);
  await page.getByText('这桌有1条和所选的一套不同').tap();
  await page.locator('details li', { hasText: '8' }).waitFor();
  await rows(page).first().tap();
  await verdict(page).waitFor();

  const broken = await visitors.open('/drill#v1.AAAA', { allow: [/400/] });
  await broken.getByRole('alert').locator('h1').waitFor();
  await broken.getByRole('link', { name: '用普通规则' }).click();
  await asked(broken);
});
