import type { Page } from 'playwright-core';
import { expect, picture, test } from './test.ts';
import { Person, type Way } from './person.ts';

/** From the first page to the table, as somebody who reads nothing. */
async function begin(page: Page, way: Way): Promise<Person> {
  const begun = Date.now();
  const card = page.getByText('和三个机器人打').first();
  await (way === 'tap' ? card.tap() : card.click());
  await page.waitForURL(/\/r\/[\w-]{22}$/);
  await page.locator('.hand [role="option"]').nth(12).waitFor();
  expect(Date.now() - begun, 'milliseconds').toBeLessThan(10_000);
  return new Person(page, way, 0.8);
}

/** How much there is to see: jing in the own hand, melds, discards. */
function riches(): number {
  const count = (selector: string): number => document.querySelectorAll(selector).length;
  const gilt = count('.hand .jing, .hand [class*="zheng"], .hand [class*="fu"]');
  return 3 * Math.min(2, gilt) + 2 * Math.min(5, count('.meld')) + Math.min(30, count('.river li')) / 6;
}

for (const [size, way, name] of [
  ['desktop', 'click', 'table'],
  ['portrait', 'tap', 'phone'],
  ['landscape', 'tap', 'phone-landscape'],
] as const) {
  test(`Ten seconds after the page opens somebody plays against bots, a whole hand, without reading anything: ${size}`, async ({
    visitors,
  }) => {
    const page = await visitors.open('/', { size });
    const person = await begin(page, way);
    let best = 0;
    person.after = async () => {
      const moment = await person.next();
      const rich = moment.over ? 0 : await page.evaluate(riches);
      if (rich <= best) return;
      best = rich;
      await picture(page, name);
    };
    await person.play();
    await page.getByRole('heading', { name: '第1盘结算' }).waitFor();
    await page.locator('.settlement').waitFor();
    await expect.poll(() => page.getByRole('button', { name: '下一盘' }).isVisible()).toBe(true);
  });
}

test('The program as people start it: a table at once, and bots that let one see what they do', async ({ alone }) => {
  const { visitors } = await alone({ pace: null });
  const page = await visitors.open('/', { settings: { sound: true }, moving: true });
  const person = await begin(page, 'click');
  const begun = Date.now();
  await person.play(() => person.did.filter((verb) => verb === 'discard').length >= 3);
  if ((await page.locator('#end').count()) === 0) expect(Date.now() - begun, 'milliseconds for three turns').toBeGreaterThan(1500);
});
