import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { type Visit, type Visitors, axeFindings, cleanInThemes, expect, picture, test } from './test.ts';

const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_NETWORK|ERR_FAILED|ERR_EMPTY_RESPONSE/;
const PHONE: Visit = { size: 'smallest', allow: [OFFLINE] };
const NAMES = ['老王', '小李', '阿强', '阿珍'];

/** A board of four, made on this page; `more`: who sits out. */
async function make(visitors: Visitors, visit: Visit = PHONE, more: string[] = []): Promise<Page> {
  const page = await visitors.open('/board', visit);
  const names = page.locator('.names input');
  if (more.length) await page.getByRole('button', { name: '加第五个人' }).click();
  for (const [place, name] of [...NAMES, ...more].entries()) await names.nth(place).fill(name);
  await page.getByRole('button', { name: '开始记分' }).click();
  await page.locator('.board').waitFor();
  return page;
}

/** The address behind one of the two links. */
async function link(page: Page, right: 'write' | 'view'): Promise<string> {
  const url = new URL(await page.locator(`[data-link="${right}"] input`).inputValue());
  expect(url.hash).toMatch(right === 'write' ? /^#w\.[\w-]{22}$/ : /^#v\.[\w-]{22}$/);
  return url.pathname + url.hash;
}

const state = (page: Page) => page.locator('.state p');
const sent = (page: Page): Promise<void> => state(page).getByText('都传上去了').waitFor();

/** Totals by name, as they stand there. */
function totals(page: Page): Promise<string> {
  return page.evaluate(() => [...document.querySelectorAll('.four .p-points')].map((one) => one.textContent).join(' '));
}

/** The page asks at once, as when the network comes back; by itself it asks every few seconds. */
const nudge = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('online')));

async function stand(pages: readonly Page[], expected: string): Promise<void> {
  for (const page of pages) {
    const now = async (): Promise<string> => {
      const found = await totals(page);
      if (found !== expected) await nudge(page);
      return found;
    };
    await expect.poll(now, { timeout: 15_000, interval: 150 }).toBe(expected);
  }
}

/** Something that waits for a word is there, or has gone. */
async function open(pages: readonly Page[], what: string, there = true): Promise<void> {
  for (const page of pages) {
    const now = async (): Promise<boolean> => {
      const found = (await page.locator(`[data-open="${what}"]`).count()) > 0;
      if (found !== there) await nudge(page);
      return found;
    };
    await expect.poll(now, { timeout: 15_000, interval: 150 }).toBe(there);
  }
}

/** Points in an open form: the winner's row adds itself up. */
async function fill(page: Page, winner: number, others: readonly number[]): Promise<void> {
  const form = page.getByRole('dialog');
  await form.locator('input[name="mode"][value="points"]').check({ force: true });
  await form.locator(`input[name="won"][value="${winner}"]`).check({ force: true });
  for (let seat = 0, place = 0; seat < 4; seat++) {
    const row = form.locator(`#points-${seat}`);
    if (seat === winner) await row.fill('');
    else await row.fill(`-${others[place++] ?? 0}`);
  }
}

async function save(page: Page): Promise<void> {
  await page.getByRole('dialog').locator('footer .button').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function add(page: Page, winner: number, others: readonly number[]): Promise<void> {
  await page.locator('.button.add').click();
  await fill(page, winner, others);
  await save(page);
}

const row = (page: Page, number: number) => page.locator('tbody').filter({ has: page.locator('th.place', { hasText: new RegExp(`^${number}$`) }) });

async function edit(page: Page, number: number, winner: number, others: readonly number[]): Promise<void> {
  await row(page, number).locator('.what button').click();
  await page.getByRole('button', { name: '改这一盘' }).click();
  await fill(page, winner, others);
  await save(page);
  await row(page, number).locator('.what button').click();
}

const offline = (page: Page, off: boolean): Promise<void> => page.context().setOffline(off);

/** The worker that keeps the client's files has them all. */
const kept = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

async function clean(page: Page, what: string): Promise<void> {
  await cleanInThemes(page, what);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, `${what}: wider than the screen`).toBeLessThanOrEqual(0);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(button, select, summary, a.button, .field)')]
      .filter((one) => one.checkVisibility() && Math.min(one.offsetWidth, one.offsetHeight) < 40)
      .map((one) => `${one.textContent?.trim()} ${one.offsetWidth}×${one.offsetHeight}`),
  );
  expect(small, `${what}: too small for a thumb`).toEqual([]);
  await picture(page, `board-${what}`);
}

test('Two phones on one board: offline with a reload, a double addition, a conflict, rights', async ({ visitors }) => {
  const host = await make(visitors);
  await sent(host);
  const guest = await visitors.open(await link(host, 'write'), PHONE);
  await sent(guest);
  expect(new URL(guest.url()).hash, 'the key does not stay in the address').toBe('');
  const watcher = await visitors.open(await link(host, 'view'), { allow: [/status of 403/] });
  const all = [host, guest, watcher];

  await add(host, 0, [3, 3, 6]);
  await stand(all, '+12 −3 −3 −6');
  await clean(host, 'normal');

  // Who looks has nothing to write with, and the server takes nothing from that key.
  await expect.poll(() => watcher.getByRole('button', { name: '记一盘' }).count()).toBe(0);
  const refused = await watcher.evaluate(async (address) => {
    const [, , board] = new URL(address).pathname.split('/');
    const id = 'A'.repeat(22);
    const op = { id, kind: 'add', hand: id, body: { entry: 'points', points: [1, -1, 0, 0] } };
    const answer = await fetch(`/api/boards/${board}/sync`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${new URL(address).hash.slice(3)}` },
      body: JSON.stringify({ device: 'B'.repeat(22), since: '', ops: [op] }),
    });
    return { status: answer.status, told: (await answer.json()) as { taken?: string[] } };
  }, new URL(await link(host, 'view'), host.url()).href);
  expect(refused.told.taken ?? []).toEqual([]);

  // Both without the network; one is reloaded. Each enters the second hand.
  await kept(guest);
  for (const page of [host, guest]) await offline(page, true);
  await add(guest, 1, [2, 2, 2]);
  await state(guest).getByText('存在这部手机上').waitFor();
  await guest.reload();
  await guest.getByText('还没传上去').first().waitFor();
  const tab = await visitors.open(new URL(guest.url()).pathname, { ...PHONE, beside: guest });
  await stand([tab], '+10 +3 −5 −8'); // another tab of the same phone has it too
  await tab.close();
  await stand([guest], '+10 +3 −5 −8');
  await clean(guest, 'pending');
  await add(host, 1, [2, 2, 4]);
  await offline(host, false);
  await sent(host);
  await offline(guest, false);
  await open([guest, host], 'question');
  expect(await axeFindings(host), 'question').toEqual([]);
  await picture(host, 'board-question');
  await guest.getByRole('button', { name: '同一盘，用上面的' }).click();
  await stand(all, '+10 +5 −5 −10');
  await open([host], 'question', false);

  // Both change the first hand at once.
  for (const page of [host, guest]) await offline(page, true);
  await edit(host, 1, 0, [4, 4, 4]);
  await edit(guest, 1, 0, [5, 5, 5]);
  await offline(host, false);
  await sent(host);
  await offline(guest, false);
  await open([host, guest], 'conflict');
  await stand(all, '+10 +4 −6 −8');
  await clean(guest, 'conflict');
  await host.locator('[data-open="conflict"] li').nth(1).getByRole('button').click();
  await stand(all, '+13 +3 −7 −9');

  // Undo takes back the choice, and nothing else.
  await host.getByRole('button', { name: /^撤回/ }).click();
  await open([host], 'conflict');
  await stand(all, '+10 +4 −6 −8');
  await host.locator('[data-open="conflict"] li').nth(0).getByRole('button').click();
  await open([guest], 'conflict', false);

  // The right is taken away: what that phone enters waits for the host.
  await host.getByRole('button', { name: /^收回.+的记分权$/ }).click();
  await nudge(guest);
  await state(guest).getByText('要等主人同意').waitFor();
  await add(guest, 3, [1, 1, 1]);
  await open([host], 'proposals');
  await stand(all, '+10 +4 −6 −8');
  expect(await axeFindings(host), 'proposal').toEqual([]);
  await picture(host, 'board-proposal');
  await host.getByRole('button', { name: '同意', exact: true }).click();
  await stand(all, '+9 +3 −7 −5');
});

test('kill -9 of the server: nothing that either phone has entered is lost, and both agree', async ({ alone }) => {
  const { server, visitors } = await alone({});
  const host = await make(visitors, PHONE, ['小芳']);
  await sent(host);
  const guest = await visitors.open(await link(host, 'write'), { ...PHONE, lang: 'en-GB' });
  await guest.getByText('All sent').waitFor();
  await add(host, 0, [1, 2, 3]);
  await stand([host, guest], '+6 −1 −2 −3');
  await host.locator('.button.add').click(); // the form is there before the server goes
  await host.locator('[data-pick="win-2"]').waitFor();
  expect(await axeFindings(host), 'quick form').toEqual([]);
  await host.locator('input[name="mode"][value="points"]').check({ force: true });
  expect(await axeFindings(host), 'points').toEqual([]);
  await host.locator('input[name="mode"][value="case"]').check({ force: true });
  await host.locator('[data-pick="win-2"]').waitFor();
  await server.kill();
  // A hand that the engine has to settle, and a fine after it: both are kept, neither is in the totals.
  for (const what of ['win-2', 'discard-0', 'pattern-2-qidui']) await host.locator(`[data-pick="${what}"]`).click();
  await save(host);
  await host.getByRole('button', { name: '罚分' }).click();
  await host.getByRole('dialog').getByLabel('每家多少').fill('2');
  await save(host);
  await host.getByText('没有算进去：2条').waitFor();
  expect(await totals(host)).toBe('+6 −1 −2 −3');
  await add(guest, 1, [1, 1, 1]);
  await server.begin();
  await host.getByRole('button', { name: '现在就试' }).click();
  await sent(host);
  await guest.getByRole('button', { name: 'Try now' }).click({ timeout: 3000 }).catch(() => undefined); // it may have come back by itself
  await open([host], 'question');
  await host.getByRole('button', { name: '是两盘，都算' }).click();
  await open([host], 'question', false);
  const settled = await totals(host);
  expect(settled.split(' ').every((points) => /^[+−]?\d+$/.test(points))).toBe(true);
  await stand([guest], settled);
  expect(settled).not.toBe('+6 −1 −2 −3');
  // A file where files can be saved; Excel finds its mark.
  const [file] = await Promise.all([host.waitForEvent('download'), host.getByRole('button', { name: /^存文件：表格/ }).click()]);
  expect(file.suggestedFilename()).toBe('老王-小李-阿强-阿珍-小芳.csv');
  const csv = await readFile(await file.path(), 'utf-8');
  expect(csv).toMatch(/^\uFEFF/);
  for (const name of NAMES) expect(csv).toContain(name);
  await guest.getByRole('button', { name: 'Large' }).click();
  await guest.getByRole('dialog').locator('.p-points').first().waitFor();
  const size = await guest.locator('dialog .p-points').first().evaluate((one) => parseFloat(getComputedStyle(one).fontSize));
  expect(size, 'readable across the table').toBeGreaterThan(48);
  await clean(guest, 'large');
});

test('What goes wrong is said: no key, a key that is not taken, a file that is none; a browser that keeps nothing', async ({ visitors }) => {
  const none = await visitors.open(`/board/${'A'.repeat(22)}`, PHONE);
  await none.getByText('打不开这块板').waitFor();
  await clean(none, 'no-key');
  const wrong = await visitors.open(`/board/${'A'.repeat(22)}#w.${'B'.repeat(22)}`, { ...PHONE, allow: [OFFLINE, /status of 40[34]/] });
  await wrong.locator('.state.bad').waitFor();
  await clean(wrong, 'not-taken');
  const list = await visitors.open('/board', { ...PHONE, allow: [OFFLINE, /status of 400/] });
  await list.getByText('粘贴文字').click();
  for (const text of ['no board', '{"format":"paizhuo-board-phone"}', '{"a":1}']) {
    await list.locator('textarea').fill(text);
    await list.getByRole('button', { name: '打开', exact: true }).click();
    await list.getByRole('alert').waitFor();
  }
  // A private window without IndexedDB: it says so, and goes on in memory.
  await list.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }));
  await list.reload();
  await list.getByText('什么也不保存').waitFor();
  await list.getByRole('button', { name: '开始记分' }).click();
  await add(list, 3, [1, 1, 1]);
  await stand([list], '−1 −1 −1 +3');
  await list.getByText('什么也不保存').waitFor();
  await list.getByRole('button', { name: /显示文字：这部手机/ }).click();
  await expect.poll(() => list.locator('textarea').inputValue()).toContain('paizhuo-board-phone');
});
