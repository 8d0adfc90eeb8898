import type { Page } from 'playwright-core';
import { expect, test } from './test.ts';
import { table } from './rooms.ts';
import { type Moment, Person } from './person.ts';

/** The focus is always somewhere; a page whose focus is on nothing has lost its reader. */
async function focused(page: Page, after: string): Promise<void> {
  const where = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const tell = (): void => resolve(document.activeElement?.tagName ?? 'nothing');
        requestAnimationFrame(() => requestAnimationFrame(tell));
      }),
  );
  expect(where, `where the focus is after ${after}`).not.toBe('BODY');
}

/** Tab until the focus is there, as one does who sees where it goes. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stops = 0; stops < 80; stops += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${selector}.`);
}

/** Arrows and Enter alone, as with a screen reader that keeps the letters for itself. */
async function arrows({ page }: Person, { offers, ways, places }: Moment): Promise<string> {
  const { keyboard } = page;
  const at = (selector: string): Promise<boolean> => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  if (ways.length > 0) {
    await tabTo(page, '.way');
    await keyboard.press('Enter');
    return 'choice';
  }
  const verb = ['hu', 'gang', 'peng', 'pass'].find((one) => offers.includes(one));
  if (verb !== undefined) {
    if (!(await at('.hand *'))) await tabTo(page, '.hand [tabindex="0"]');
    await keyboard.press('ArrowUp');
    for (let steps = 0; steps < 10 && !(await at(`[data-verb="${verb}"]`)); steps += 1) await keyboard.press('ArrowRight');
    if (!(await at(`[data-verb="${verb}"]`))) return ''; // it is gone meanwhile
    await keyboard.press('Enter');
    return verb;
  }
  if (!(await at('.hand *'))) await tabTo(page, '.hand [tabindex="0"]');
  await keyboard.press('Home');
  for (let place = 0; place < (places.at(-1) ?? 0); place += 1) await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  return 'discard';
}

test('From the first page to the end of a hand without a mouse and without letters; the focus is never lost', async ({
  visitors,
}) => {
  const page = await visitors.open('/', { settings: { keys: false } });
  await page.locator('main h1').waitFor();
  await tabTo(page, 'main ul button.card');
  await page.keyboard.press('Enter');
  await page.locator('section.table').waitFor();
  const person = new Person(page, 'keys');
  await tabTo(page, '.hand [tabindex="0"]');
  // Some hands are over soon; one goes on to the next then.
  for (let discards = 0; discards < 4; ) {
    const moment = await person.next();
    if (moment.over) {
      await page.locator('#end').waitFor();
      await focused(page, 'the end of the hand');
      await tabTo(page, '.sheet .button.primary');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('#end').count()).toBe(0);
      await focused(page, 'the next hand has begun');
      continue;
    }
    const verb = await arrows(person, moment);
    if (verb === 'discard') discards += 1;
    await focused(page, verb);
  }
  for (let moment = await person.next(); !moment.over; moment = await person.next()) await focused(page, await arrows(person, moment));
  await page.locator('#end').waitFor();
  await focused(page, 'the end of the hand');
});

test('Every page beside the table has its key, Esc closes it, and what is read aloud is there to be heard', async ({ visitors }) => {
  const person = await table(visitors, {}, {}, 'keys');
  const { page } = person;
  await person.next();
  await person.tile(0).focus();
  const heard = page.locator('[role="log"][aria-live="polite"]').filter({ hasText: /\S/ });
  for (const [key, words] of [
    ['r', '手牌 1'],
    ['v', '余牌'],
    ['e', /\S/],
  ] as const) {
    await page.keyboard.press(key);
    await heard.filter({ hasText: words }).first().waitFor();
    await focused(page, key);
  }
  for (const [key, tab] of [
    ['s', '分数'],
    ['n', '记牌'],
    ['k', '按键'],
    ['l', '记录'],
  ] as const) {
    await page.keyboard.press(key);
    await page.locator('[role="tab"][aria-selected="true"]', { hasText: tab }).waitFor();
  }
  await page.keyboard.press('t');
  await page.locator('[data-panel="hint"]').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-panel="hint"]').count()).toBe(0);
  await page.keyboard.press('?');
  await page.locator('[data-panel="why"]').getByText(/\S{4,}/).first().waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-panel="why"]').count()).toBe(0);
  await focused(page, 'Esc');
  // An input method makes letters of keys; the table goes by where the keys lie.
  await page.evaluate(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Process', code: 'KeyT', bubbles: true, cancelable: true })));
  await page.locator('[data-panel="hint"]').waitFor();
});
