import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { Calculation } from './calculating.ts';
import { cleanInThemes, expect, picture, shown, test } from './test.ts';

async function fits(page: Page, what: string): Promise<void> {
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overhang, `${what}: nothing is wider than the screen`).toBeLessThanOrEqual(0);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.panel button, .panel .p-bar label, .panel summary')]
      .filter((one) => !one.matches('.segment') && one.getClientRects().length > 0)
      .map((one) => ({ name: one.getAttribute('aria-label') ?? one.textContent, side: Math.min(one.getBoundingClientRect().height, one.matches('.tile-button') ? 99 : one.getBoundingClientRect().width) }))
      .filter(({ side }) => side < 43.5),
  );
  expect(small, `${what}: too small for a thumb`).toEqual([]);
}

test('Quick mode on the smallest telephone: three ordinary hands, at most ten taps each', async ({ visitors }) => {
  const page = await visitors.open('/calc', { size: 'smallest' });
  await shown(page);
  const calc = new Calculation(page);
  const taps: number[] = [];
  async function hand(what: string, enter: () => Promise<void>, points: number[]): Promise<void> {
    calc.taps = 0;
    await enter();
    taps.push(calc.taps);
    expect(await calc.points(), what).toEqual(points);
    await fits(page, what);
    await calc.clear();
  }
  await hand('乙 self-draws a plain hand; 乙 holds a zheng, 丙 two fu', async () => {
    await calc.tap('win-1');
    await calc.tap('zimo');
    await calc.count(1, 'hand', 0, 1);
    await calc.count(2, 'hand', 1, 2);
  }, [-8, 12, 2, -6]);
  await hand('the dealer gives 丙 seven pairs without jing; 冲关 of 丁, an an gang of 乙', async () => {
    await calc.tap('win-2');
    await calc.tap('discard-0');
    await calc.tap('pattern-2-qidui');
    await calc.count(0, 'hand', 1, 1);
    await calc.count(3, 'hand', 0, 2);
    await calc.count(3, 'hand', 1, 1);
    await calc.tap('gang-1-an');
  }, [-30, -9, 16, 23]);
  await hand('精钓 of the dealer, jing with three, a ming gang of 丁', async () => {
    await calc.tap('win-0');
    await calc.tap('zimo');
    await calc.tap('factor-0-jingdiao');
    await calc.count(0, 'hand', 0, 1);
    await calc.count(0, 'hand', 1, 1);
    await calc.count(1, 'hand', 1, 1);
    await calc.count(2, 'hand', 0, 1);
    await calc.tap('gang-3-ming');
    await picture(page, 'calc-quick');
  }, [29, -11, -7, -11]);
  expect(Math.max(...taps), `taps: ${taps.join(', ')}`).toBeLessThanOrEqual(10);
  console.info(`taps for three ordinary hands: ${taps.join(', ')}`);
  await page.locator('[data-pick="undo"]').click();
  expect(await calc.points(), 'the last hand is back').toEqual([29, -11, -7, -11]);
  await page.locator('.segment').first().click();
  expect(await page.locator('.line a').first().getAttribute('href')).toMatch(/^\/rules\/nanchang#NC-/);
  expect(await page.locator('.assumed li').count(), 'what was taken for granted is said').toBeGreaterThan(0);
  await cleanInThemes(page, 'quick');
});

test('A hand tapped tile by tile; its link opens it again elsewhere, and says when the rules have changed', async ({ visitors }) => {
  const page = await visitors.open('/calc', { size: 'smallest' });
  await shown(page);
  const calc = new Calculation(page);
  await calc.mode('full');
  await calc.tap('win-1');
  await calc.tap('discard-3');
  await page.locator('[data-add="indicator"]').click();
  await calc.tiles('9p');
  // The palette goes on to the hand by itself, then to the winning tile.
  await expect.poll(() => page.locator('.palette').getAttribute('data-target')).toBe('hand:1');
  await expect.poll(() => page.locator('[data-field="indicator"]').innerText(), { message: 'the server tells the fu jing' }).toContain('一筒');
  await calc.tiles('1m', '2m', '3m', '4m', '5m', '6m', '7s', '8s', '9s', '2z', '2z', '4s', '1p');
  await fits(page, 'palette');
  await picture(page, 'calc-palette');
  await cleanInThemes(page, 'palette');
  await calc.tiles('5s');
  expect(await calc.points()).toEqual([-4, 11, -3, -4]);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-add'))).toBe('tile');
  const { hash } = new URL(page.url());
  expect(hash).toMatch(/^#v1\.[\w-]+$/);

  const other = await visitors.open(`/calc${hash}`, { lang: 'en-GB' });
  const again = new Calculation(other);
  expect(await again.points()).toEqual([-4, 11, -3, -4]);
  expect(await other.locator('.panel').getAttribute('data-mode')).toBe('full');
  expect(await other.locator('[data-text="hand:1"]').inputValue()).toBe('123456m1p4789s22z');
  expect(await other.locator('[data-notice]').count()).toBe(0);
  expect(new URL(other.url()).hash, 'the same hand has the same link').toBe(hash);

  // The same link made under rules of that name that have other values since.
  const told = JSON.parse(inflateRawSync(Buffer.from(hash.slice(4), 'base64url')).toString()) as Record<string, unknown>;
  const old = deflateRawSync(JSON.stringify({ ...told, hash: '0123456789abcdef' })).toString('base64url');
  await other.evaluate((link) => (location.hash = link), `v1.${old}`);
  await other.locator('[data-notice]').waitFor();
  expect(await again.points()).toEqual([-4, 11, -3, -4]);
});

test('A hand that is no win says why and what is nearest; typed in Chinese it is read all the same', async ({ visitors }) => {
  const page = await visitors.open('/calc');
  await shown(page);
  const calc = new Calculation(page);
  await calc.mode('full');
  await calc.enter({ how: 'zimo', indicator: '9p', hand: '123m456m789s22z46s', tile: '1z' });
  expect(await calc.problem()).not.toBe('');
  await page.locator('[data-nearest]').waitFor();
  expect(await page.locator('[data-nearest] [data-tile="5s"]').count(), 'what would complete it').toBeGreaterThan(0);
  await picture(page, 'calc-no-win');
  await cleanInThemes(page, 'no win');
  await calc.type('hand:0', '一万二万三万四万五万六万七条八条九条南南四条六条');
  await calc.type('tile', '5s');
  expect(await calc.points()).toEqual([63, -21, -21, -21]);
  expect(await page.locator('[data-field="hand:0"] .tiles [data-tile]').count()).toBe(13);
  await calc.type('hand:0', '12m3');
  expect(await calc.problem()).not.toBe('');
  expect(await page.locator('[data-text="hand:0"]').getAttribute('aria-invalid')).toBe('true');
});

test('By keys alone: the palette takes digits and suits, arrows, Backspace and Escape', async ({ visitors }) => {
  const page = await visitors.open('/calc');
  await shown(page);
  const calc = new Calculation(page);
  await calc.mode('full');
  for (const name of ['win-0', 'zimo']) {
    await calc.pick(name).focus();
    await page.keyboard.press('Enter');
  }
  await page.locator('[data-add="indicator"]').focus();
  await page.keyboard.press('Enter');
  await page.locator('.palette').waitFor();
  await page.keyboard.type('9p');
  await page.keyboard.type('123456m789s22z47s');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('6s');
  await page.keyboard.press('ArrowLeft'); // from 1m to the last tile, and back to where 5s is
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('5s');
  expect(await calc.points()).toEqual([63, -21, -21, -21]);
  expect(await page.locator('.palette').count(), 'all is told').toBe(0);
  await page.keyboard.press('Enter');
  await page.locator('.palette').waitFor();
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-add'))).toBe('tile');
  expect(await page.locator('[data-heard]').innerText()).toContain('甲 +63');
});

test('What if, and why do we differ: the option behind it is switched on here', async ({ visitors }) => {
  const page = await visitors.open('/calc', { size: 'portrait' });
  await shown(page);
  const calc = new Calculation(page);
  await calc.tap('win-1');
  await calc.tap('discard-3');
  await calc.count(1, 'hand', 0, 1);
  expect(await calc.points()).toEqual([-6, 17, -5, -6]);
  await calc.unfold('whatif');
  await page.locator('[data-whatif="manner"] tr.now').waitFor();
  expect(await page.locator('[data-whatif="manner"] tbody tr').count()).toBeGreaterThan(2);
  expect(await page.locator('[data-whatif="dealer"] tbody tr').count()).toBeGreaterThan(1);
  expect(await page.locator('[data-whatif="dealer"]').innerText(), 'seats are called by their names').not.toContain('座位');

  await calc.unfold('differ');
  // 「谁放炮谁付」: the other lets the discarder alone pay for the win.
  for (const [seat, points] of ['-4', '14', '-4', '−6'].entries()) await page.locator(`[data-their="${seat}"]`).fill(points);
  await page.locator('[data-details="differ"] .button.primary').click();
  await page.locator('[data-differ]').waitFor();
  expect(await page.locator('[data-differ] a').getAttribute('href')).toMatch(/^\/rules\/nanchang#NC-/);
  await picture(page, 'calc-differ');
  await cleanInThemes(page, 'what if and differ');
  await page.locator('[data-option="dianpao_pays"]').first().click();
  await expect.poll(() => calc.points(), { timeout: 5000 }).toEqual([-4, 14, -4, -6]);
  expect(await page.locator('[data-details="rules"] summary').first().innerText()).toContain('1');
  const { hash } = new URL(page.url());
  const told = JSON.parse(inflateRawSync(Buffer.from(hash.slice(4), 'base64url')).toString()) as Record<string, unknown>;
  expect(told['options'], 'a link tells the differences alone').toEqual({ dianpao_pays: 'discarder' });

  await page.locator('[data-pick="qr"]').click();
  await expect.poll(() => page.locator('figure img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(200);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('[data-pick="copy-text"]').click();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain('甲 −4');
  expect(text).toContain('/calc#v1.');
});

test('A broken link is explained and there is a way on; without a server the page says so', async ({ visitors }) => {
  const page = await visitors.open('/calc#v1.AAAA-broken', { allow: [/400/, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });
  await page.getByRole('alert').locator('h1').waitFor();
  await picture(page, 'calc-broken');
  await cleanInThemes(page, 'broken link');
  await page.locator('[data-pick="anew"]').click();
  const calc = new Calculation(page);
  await calc.tap('win-0');
  await calc.tap('zimo');
  await calc.points();
  const { hash } = new URL(page.url());
  await page.route('**/api/calc?*', (route) => route.abort());
  await calc.tap('discard-1');
  await page.locator('.result [role="alert"]').waitFor();
  await cleanInThemes(page, 'no answer');
  await page.unroute('**/api/calc?*');
  await page.locator('.result button').first().click();
  const before = await calc.points();
  // A link that cannot be asked about is no broken one: once more.
  await page.route('**/api/link?*', (route) => route.abort());
  await page.evaluate((link) => (location.hash = link), hash);
  const again = page.getByRole('alert').getByRole('button').first();
  await again.waitFor();
  await page.unroute('**/api/link?*');
  await again.click();
  await expect.poll(() => calc.points()).not.toEqual(before);
});

test('Nanchong: 飘 and 摆 tile by tile, 查叫 by claims; Xinyu: the winner’s gangs', async ({ visitors }) => {
  const page = await visitors.open('/calc?game=nanchong', { size: 'landscape' });
  await shown(page);
  const calc = new Calculation(page);
  await page.locator('[data-pick="win-0"]').waitFor();
  const piao = (seat: number, count: number): Promise<void> => page.locator(`[data-piao="${seat}"] label`).nth(count).click();
  // Number 15, by claims: 甲 is ready with seven pairs (7) and 飘 1, 乙 with a plain concealed hand (2).
  await calc.tap('exhausted');
  for (const seat of [0, 1]) await calc.tap(`ready-${seat}`);
  await calc.tap('pattern-0-xiaoqidui');
  await piao(0, 1);
  await calc.tap('factor-1-menqing');
  expect(await calc.points()).toEqual([16, 4, -10, -10]);
  await calc.clear();
  // Number 8 of the rulebook's table: 独叫 self-drawn, 飘 of 甲 and 丙.
  await calc.mode('full');
  await calc.enter({ how: 'zimo', dealer: 1, melds: ['peng 1m', 'peng 9s'], hand: '46p234s88s', tile: '5p' });
  await page.locator('[data-add="shown:0"]').click();
  await calc.tiles('4p', '6p');
  await calc.tap('done');
  await piao(0, 2);
  await calc.unfold('2');
  await piao(2, 1);
  expect(await calc.points()).toEqual([28, -9, -10, -9]);
  await fits(page, 'nanchong');

  // A link that holds rules alone.
  const link = await page.evaluate(async () => {
    const asked = await fetch('/api/rules', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"rules": "xinyu"}' });
    return ((await asked.json()) as { link: string }).link;
  });
  await page.evaluate((hash) => (location.hash = hash), link);
  await expect.poll(() => page.locator('[data-details="rules"] summary').first().innerText()).toContain('新余');
  await calc.mode('full');
  // Number 7: peng, peng, ming, an and a single tile: 2 · 4 · 2 + 3.
  await calc.enter({ how: 'zimo', dealer: 1, melds: ['peng 1m', 'peng 9s', 'gang 5p', 'an 2s'], hand: '7m', tile: '7m' });
  expect(await calc.points()).toEqual([57, -19, -19, -19]);
});
