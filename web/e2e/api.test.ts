/** The page of the interface: examples are sent as they stand, changed, refused; the same for a shell. */
import { axeFindings, expect, picture, test } from './test.ts';

test('Examples of the interface can be tried, changed and copied', async ({ visitors }) => {
  const page = await visitors.open('/api', { size: 'smallest', lang: 'en-GB', allow: [/status of 400/] });
  const settle = page.getByRole('region', { name: 'POST /api/settle' });
  await settle.getByRole('button', { name: 'Try' }).click();
  await settle.getByText('Answer 200').waitFor();
  expect(JSON.parse(await settle.locator('.answer').innerText())).toMatchObject({ ok: null, next_dealer: 0 });
  const body = settle.getByRole('textbox');
  await body.fill((await body.inputValue()).replace('"6z"', '"9m"'));
  await settle.getByRole('button', { name: 'Try' }).click();
  await settle.getByText('Answer 400').waitFor();
  expect(await settle.locator('.answer').innerText()).toContain('NC-JD-02');
  await settle.getByText('curl command').click();
  expect(await settle.getByRole('group', { name: 'curl command' }).innerText()).toMatch(/^curl -s '.*\/api\/settle\?lang=en' -H 'content-type: application\/json' -d '\{.*9m/);
  await picture(page, 'api-smallest');
  for (const one of await page.getByRole('button', { name: 'Try' }).all()) await one.click();
  await expect.poll(() => page.locator('.answer').count(), { timeout: 60_000 }).toBe(11);
  await expect.poll(() => page.getByText('Answer 200').count(), { timeout: 60_000 }).toBe(10);
  await page.getByText('POST /api/rooms').waitFor(); // all others are named
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overhang, 'nothing is wider than the screen').toBeLessThanOrEqual(0);
  expect(await axeFindings(page)).toEqual([]);
});

test('The page of the interface in Chinese, on a large screen', async ({ visitors }) => {
  const page = await visitors.open('/api', { size: 'desktop', lang: 'zh-CN', dark: true });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('POST /api/rooms').waitFor();
  await picture(page, 'api-desktop');
  expect(await axeFindings(page)).toEqual([]);
});
