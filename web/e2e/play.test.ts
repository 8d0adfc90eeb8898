import type { Page } from 'playwright-core';
import { expect, picture, test } from './test.ts';

const APPEARED_MS = 350; // a tap within 300 ms of a tile's appearing does nothing, on purpose

/**
 * Answers whatever is asked: lets others' tiles go, wins when that is offered, discards the tile at the first place. Stops
 * after so many discards or at the end of the hand, and returns how many they were.
 */
async function play(page: Page, wanted: number, until: number): Promise<number> {
  const tiles = page.getByRole('listbox', { name: '手牌' }).getByRole('option');
  const button = (name: string) => page.getByRole('toolbar', { name: '动作' }).getByRole('button', { name, exact: true });
  const over = page.getByRole('heading', { name: /第\d+盘结算/ });
  let discarded = 0;
  while (discarded < wanted && !(await over.isVisible())) {
    expect(Date.now(), 'the hand takes too long').toBeLessThan(until);
    const offered = (await button('胡').isEnabled()) ? button('胡') : button('过');
    if (await offered.isEnabled()) {
      await page.waitForTimeout(APPEARED_MS);
      if (await offered.isEnabled()) await offered.click();
    } else if ((await tiles.count()) % 3 === 2) {
      // the tile just drawn is there, so it is our turn
      await page.waitForTimeout(APPEARED_MS);
      const before = await tiles.count();
      await page.keyboard.press('1');
      await page.keyboard.press('Enter');
      await expect.poll(() => tiles.count(), { timeout: 20_000 }).toBeLessThan(before);
      discarded += 1;
    }
    await page.waitForTimeout(50);
  }
  return discarded;
}

test('Ten seconds after the page opens somebody plays against bots, and a hand comes to its end', async ({
  visitors,
}) => {
  const page = await visitors.open('/');
  const begun = Date.now();
  await page.getByText('和三个机器人打').first().click();
  await page.waitForURL(/\/r\/[\w-]{22}$/);
  await page.getByRole('listbox', { name: '手牌' }).getByRole('option').nth(12).waitFor();
  expect(Date.now() - begun).toBeLessThan(10_000);
  const until = begun + 240_000;
  const note = page.getByRole('button', { name: '不再提示' });
  expect(await play(page, 2, until)).toBeGreaterThan(0);
  if (await note.isVisible()) await note.click();
  for (let turns = 2; turns < 7; turns++) {
    if (!(await page.getByRole('heading', { name: /第1盘结算/ }).isVisible())) await picture(page, 'table');
    await play(page, 1, until);
  }
  await play(page, Infinity, until);
  await page.getByRole('heading', { name: /第1盘结算/ }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: '下一盘' }).isVisible()).toBe(true);
  await page.getByText('谁付给谁').waitFor();
  await picture(page, 'settlement');
});
