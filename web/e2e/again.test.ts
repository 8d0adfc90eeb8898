/** What is still there after a reload, and what is asked once more before it is done. */
import { picture } from './browser.ts';
import { table } from './rooms.ts';
import { expect, test } from './test.ts';

test('The log is whole after a reload', async ({ visitors }) => {
  const person = await table(visitors, {}, { notes: true });
  const { page } = person;
  await person.play(() => person.did.length >= 3);
  await person.next();
  const told = await page.locator('.log li').allInnerTexts();
  expect(told[0]).toContain('开牌');
  await picture(page, 'again/notes');
  await page.reload();
  await person.sit();
  await expect.poll(() => page.locator('.log li').allInnerTexts(), { timeout: 15_000 }).toEqual(told);
});

test('Where a false win may be declared, hu asks once more', async ({ visitors }) => {
  const person = await table(visitors, { options: { manual_hu: 'on' } });
  const { page } = person;
  await person.next();
  expect(await page.getByRole('switch').count()).toBe(2);
  await person.press('hu');
  await page.locator('.way.hu').waitFor();
  await picture(page, 'again/sure');
  await page.keyboard.press('Escape');
  await page.locator('.way.hu').waitFor({ state: 'detached' });
  await page.keyboard.press('h');
  await page.keyboard.press('h');
  await page.locator('.settlement').getByText('诈胡').first().waitFor();
  await picture(page, 'again/false');
});
