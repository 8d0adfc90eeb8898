import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, picture, test } from './test.ts';
import { finish, table } from './rooms.ts';
import type { Visitors } from './browser.ts';

/** A finished hand: its own address, and whoever has played it. */
async function played(visitors: Visitors): Promise<{ address: string; page: Page }> {
  const person = await table(visitors, { length: { hands: 1 } }, {}, 'keys');
  await finish(person);
  const { page } = person;
  const link = await page.getByRole('link', { name: '看回放' }).first().getAttribute('href');
  return { address: link ?? '', page };
}

const place = (page: Page): Promise<number> => page.getByLabel('到第几步').inputValue().then(Number);

test('A replay by its link alone: steps, jumps, keys, the seat at the bottom, open hands, a link to one moment', async ({ visitors }) => {
  const { address } = await played(visitors);
  const page = await visitors.open(address);
  await page.locator('.stage section.table').waitFor();
  const first = await place(page);
  await page.getByRole('button', { name: '进一步' }).click();
  expect(await place(page)).toBe(first + 1);
  await page.getByRole('button', { name: '退一步' }).click();
  expect(await place(page)).toBe(first);
  await page.locator('main h1').click();
  for (const [key, wanted] of [
    ['ArrowRight', first + 1],
    ['Home', 0],
    ['ArrowLeft', 0],
  ] as const) {
    await page.keyboard.press(key);
    expect(await place(page), key).toBe(wanted);
  }
  await page.keyboard.press('End');
  const end = await place(page);
  expect(end).toBe(Number(await page.getByLabel('到第几步').getAttribute('max')));
  await page.keyboard.press('ArrowUp');
  expect(await place(page), 'the last decision of this seat').toBeLessThan(end);
  await page.getByRole('button', { name: '退一步' }).click();
  await page.evaluate(() => scrollTo(0, 0));
  await picture(page, 'replay');
  await page.getByText('跳到某一手').click();
  await page.locator('details ol button').nth(4).click();
  await page.locator('details ol button[aria-current="step"]').waitFor();
  const moment = await place(page);
  await page.getByRole('button', { name: '盖上别家手牌' }).click();
  await page.getByRole('button', { name: '亮出各家手牌' }).click();
  await page.getByRole('button', { name: '换个座位看' }).click();
  expect(new URL(page.url()).hash).toMatch(/^#d=\d+&seat=1$/);

  const friend = await visitors.open(new URL(page.url()).pathname + new URL(page.url()).hash, { size: 'portrait', lang: 'en-GB' });
  await friend.locator('.stage section.table').waitFor();
  expect(await friend.locator('input[type="range"]').inputValue().then(Number)).toBe(moment);
  await page.getByLabel('快慢').selectOption('4');
  await page.getByRole('button', { name: '播放', exact: true }).click();
  await expect.poll(() => place(page)).toBeGreaterThan(moment);
  await page.getByRole('button', { name: '停', exact: true }).click();
});

test('From a moment of a replay one plays on against bots', async ({ visitors }) => {
  const { address } = await played(visitors);
  const page = await visitors.open(address);
  await page.locator('.stage section.table').waitFor();
  await page.getByRole('button', { name: /从这里打下去/ }).click();
  await page.waitForURL(/\/r\/[\w-]{22}$/);
  await page.locator('section.table').waitFor();
  expect(await page.locator('.hand [role="option"]').count()).toBeGreaterThan(12);
});

test('A log is downloaded, dropped on a page, drawn, and verified; one that was changed is found out', async ({ visitors }) => {
  const { address, page } = await played(visitors);
  await page.goto(new URL(address, page.url()).href);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: '下载牌谱' }).click()]);
  const text = await readFile(await download.path(), 'utf-8');
  const drop = async (name: string, content: string): Promise<Page> => {
    const reader = await visitors.open('/open');
    await reader.locator('main h1').waitFor();
    // Dropped, as from a folder; the field for files is what else there is.
    await reader.evaluate(
      ([file, words]) => {
        const data = new DataTransfer();
        data.items.add(new File([words], file));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [name, content] as const,
    );
    return reader;
  };
  const good = await drop('hand.jsonl', text);
  await good.locator('.stage section.table').waitFor();
  await good.getByText('已核对', { exact: true }).waitFor();
  await good.locator('#settled').waitFor();

  const lines = text.trimEnd().split('\n');
  const ending = lines.findLastIndex((line) => line.includes('"end_hand"'));
  const points = /"deltas":\s*\[(-?\d+)/.exec(lines[ending] ?? '');
  expect(points, lines[ending]).not.toBeNull();
  lines[ending] = lines[ending]!.replace(points![0], points![0].replace(/-?\d+$/, String(Number(points![1]) + 1)));
  const bad = await drop('changed.jsonl', `${lines.join('\n')}\n`);
  await bad.getByText('核对不上').waitFor();
  await bad.locator('.p-problem').filter({ hasText: /\S/ }).first().waitFor();
  await picture(bad, 'refuted');

  const none = await drop('letter.txt', 'Dear all,\n');
  await none.getByRole('alert').filter({ hasText: '不是牌谱' }).waitFor();
});
