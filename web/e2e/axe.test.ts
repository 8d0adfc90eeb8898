import type { Page } from 'playwright-core';
import { axeFindings, cleanInThemes, expect, picture, shown, test } from './test.ts';
import { finish, join, room, table } from './rooms.ts';

/** axe on the page as it is, in all themes, with pictures of those after the first. */
const clean = (page: Page, what: string): Promise<void> =>
  cleanInThemes(page, what, async (name) => {
    if (name !== 'light') await picture(page, `${what}-${name}`);
  });

test('axe finds nothing in any theme: pages that are read', async ({ visitors }) => {
  for (const path of ['/', '/new', '/rules', '/rules/nanchong', '/learn', '/open']) {
    const page = await visitors.open(path);
    await shown(page);
    await clean(page, path.replaceAll('/', '') || 'home');
    await page.close();
  }
});

test('axe finds nothing in any theme: lobby, door, play, a claim, settlement, the match, a replay', async ({ visitors }) => {
  const host = await room(visitors, { clock: { turn: 60, bank: 60, claim: 60 } });
  const door = await visitors.open(new URL(host.url()).pathname);
  await door.locator('main form').waitFor();
  await clean(door, 'door');
  await door.close();
  const guest = await join(visitors, host.url(), '小乙');
  await clean(host, 'lobby');
  await clean(guest, 'lobby of a guest');

  const person = await table(visitors, { length: { hands: 2, rounds: null } }, {}, 'click', 0);
  const { page } = person;
  await person.next();
  await clean(page, 'table');
  // A claim is left open as long as axe looks.
  let claimed = false;
  while (!claimed) {
    const moment = await person.next();
    if (moment.over) break;
    if (moment.offers.includes('pass')) {
      claimed = true;
      await clean(page, 'claim');
      await page.getByRole('button', { name: '为什么不行？' }).click();
      await page.locator('[data-panel="why"]').waitFor();
      await clean(page, 'why');
    }
    await person.act(moment);
  }
  if (!(await person.now()).over) {
    await person.next();
    for (const tab of ['分数', '记牌', '按键']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await axeFindings(page, true), tab).toEqual([]);
    }
    await page.getByRole('button', { name: '菜单' }).click();
    await page.locator('#menu #invite').waitFor();
    await clean(page, 'menu');
    await page.getByRole('button', { name: '回到牌桌' }).click();
    await finish(person);
  }
  await page.locator('.settlement').waitFor();
  if ((await page.locator('.segment').count()) > 0) await page.locator('.segment').first().click();
  await clean(page, 'settlement');
  await page.getByRole('button', { name: '看表格' }).click();
  expect(await axeFindings(page, true), 'figures').toEqual([]);
  await page.getByRole('button', { name: '下一盘' }).click();
  await person.sit();
  await finish(person);
  await page.getByRole('button', { name: '看全场名次' }).click();
  await page.getByRole('heading', { name: '打完了' }).waitFor();
  await clean(page, 'over');
  await page.getByRole('link', { name: '看回放' }).first().click();
  await page.locator('.stage section.table').waitFor();
  await clean(page, 'replay');
});

test('axe finds nothing in any theme: what goes wrong', async ({ alone }) => {
  const { server, visitors } = await alone({});
  for (const [path, what] of [
    ['/nowhere', 'no page'],
    ['/r/AAAAAAAAAAAAAAAAAAAAAA', 'no room'],
    ['/hand/AAAAAAAAAAAAAAAAAAAAAA', 'no hand'],
  ] as const) {
    const page = await visitors.open(path, { allow: [/404/] });
    await page.getByRole('alert').locator('h1').waitFor();
    await clean(page, what);
    await page.close();
  }
  const person = await table(visitors, {}, { allow: [/WebSocket/, /ERR_CONNECTION/] });
  await server.kill();
  await person.page.getByText('座位给你留着').waitFor();
  await clean(person.page, 'reconnecting');
});
