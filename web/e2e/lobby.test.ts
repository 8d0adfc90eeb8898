import type { Page } from 'playwright-core';
import { expect, picture, test } from './test.ts';
import { finish, invite, join, room, table } from './rooms.ts';
import type { Person } from './person.ts';

const seat = (page: Page, number: number) => page.locator('ol > li.card').nth(number);

test('The host orders the seats, places bots, locks the door, sends people away; friends come by code', async ({
  visitors,
}) => {
  const host = await invite(visitors, 'nanchong', '房主');
  const code = await host.locator('.invite .code').innerText();
  await host.getByRole('img', { name: '房间链接的二维码' }).waitFor();

  const friend = await visitors.open('/', { size: 'portrait' });
  await friend.locator('main .top input').fill('小乙');
  await friend.locator('form .code').fill(code.toLowerCase());
  await friend.getByRole('button', { name: '进房间' }).click();
  await friend.getByRole('button', { name: '坐下' }).click();
  await friend.locator('#seats').waitFor();
  await seat(host, 1).getByText('小乙').waitFor();

  await host.getByLabel('座位3的机器人', { exact: true }).selectOption('greedy');
  await host.getByLabel('座位3的机器人叫什么').fill('阿三');
  await host.getByLabel('座位3的机器人叫什么').press('Tab');
  await seat(friend, 2).getByText('阿三').waitFor();
  await host.getByLabel('座位2往下换').click();
  await seat(friend, 2).getByText('小乙').waitFor();
  await seat(friend, 1).getByText('阿三').waitFor();
  await picture(host, 'lobby');

  await friend.getByRole('button', { name: '谢谢' }).click();
  await host.locator('section', { has: host.locator('#talk') }).getByText('谢谢').first().waitFor();
  await host.getByRole('button', { name: /不看他说话.*小乙/ }).click();
  // One phrase a second and person: what is said too soon is refused.
  const praises = async (): Promise<number> => {
    await friend.getByRole('button', { name: '打得好' }).click();
    return friend.locator('[aria-live] >> text=打得好').count();
  };
  await expect.poll(praises, { interval: 500, timeout: 20_000 }).toBeGreaterThan(0);
  await host.waitForTimeout(200);
  expect(await host.locator('[aria-live] >> text=打得好').count(), 'phrases of who is muted').toBe(0);

  await host.getByRole('button', { name: '锁门' }).click();
  await host.getByText('门锁着').waitFor();
  const late = await visitors.open(new URL(host.url()).pathname, { allow: [/403/] });
  await late.locator('main form input').first().fill('来晚的');
  await late.getByRole('button', { name: '坐下' }).click();
  await late.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
  await host.getByRole('button', { name: '开门' }).click();
  await late.getByRole('button', { name: '坐下' }).click();
  await late.locator('#seats').waitFor();

  await host.getByRole('button', { name: '请出去：小乙' }).first().click();
  await friend.getByRole('heading', { name: '房主请你离开了' }).waitFor();
  await seat(host, 2).getByText('空座').waitFor();
  await friend.reload();
  await friend.getByRole('button', { name: '坐下' }).waitFor();

  await late.getByRole('button', { name: '离开' }).click();
  await late.getByRole('heading', { name: '你已经离开这间房' }).waitFor();
  await host.getByRole('button', { name: '开打' }).click();
  await host.locator('section.table').waitFor();
});

test('A room with rules and a clock of its own: the form makes it, everybody sees what is different, a password is asked', async ({
  visitors,
}) => {
  const host = await visitors.open('/new?game=xinyu');
  await host.getByLabel('你的名字').fill('房主');
  await host.getByLabel('快打').check();
  await host.getByLabel('房间名').fill('周末');
  await host.getByLabel('密码').fill('开门');
  await host.getByLabel('列在首页').check();
  const groups = host.locator('details:has(.option)');
  for (const group of await groups.all()) if ((await group.getAttribute('open')) === null) await group.locator('summary').click();
  const option = host.locator('.option', { has: host.locator('select') }).first();
  await option.locator('select').selectOption({ index: 1 });
  await option.locator('xpath=self::*[contains(@class,"changed")]').waitFor();
  await option.getByRole('button', { name: '改回' }).waitFor();
  await picture(host, 'form');
  await host.getByRole('button', { name: '开房间' }).click();
  await host.locator('#seats').waitFor();
  await host.getByText('改了1条').waitFor();
  await host.getByLabel('房主的时间').selectOption('4');

  const friend = await visitors.open('/', { allow: [/403/] });
  await friend.locator('li.card', { hasText: '周末' }).getByRole('link', { name: '进去' }).click();
  await friend.locator('main form input').first().fill('小乙');
  const password = friend.locator('input[type="password"]');
  await password.fill('关门');
  await friend.getByRole('button', { name: '坐下' }).click();
  await friend.getByRole('alert').filter({ hasText: '密码' }).waitFor();
  await password.fill('开门');
  await friend.getByRole('button', { name: '坐下' }).click();
  await friend.getByText('改了1条').waitFor();
  await seat(friend, 0).getByText('时间×4').waitFor();
});

test('Who looks on sees the public side only, and every hand when it is over', async ({ visitors }) => {
  let person: Person;
  let watcher: Page;
  do {
    person = await table(visitors, { length: { hands: 2, rounds: null } }, {}, 'keys');
    watcher = await join(visitors, person.page.url(), '看客', {}, true);
    await watcher.locator('section.table').waitFor();
  } while ((await person.next()).over); // a bot may have won before the person had a turn
  expect(await watcher.locator('.hand [role="option"]').count(), 'tiles that can be taken up').toBe(0);
  const others = watcher.locator('section.table').getByText(/刚摸|摸[一二三四五六七八九东南西北中发白]/);
  expect(await others.count(), 'drawn tiles that are named').toBe(0);
  const offered = watcher.getByRole('toolbar', { name: '动作' }).getByRole('button', { disabled: false });
  expect(await offered.count(), 'buttons that may be pressed').toBe(0);
  await finish(person);
  await watcher.locator('#end').waitFor();
  await watcher.locator('.settlement').waitFor();
  await picture(watcher, 'watching');
});

test('A seat moves to another device by a link that works once', async ({ visitors }) => {
  const person = await table(visitors, {}, {}, 'keys');
  const { page } = person;
  await page.getByRole('button', { name: '菜单' }).click();
  await page.getByRole('button', { name: '生成链接' }).click();
  const link = await page.locator('section[aria-labelledby="move"]').getByLabel('链接', { exact: true }).inputValue();
  expect(link).toContain('#move=');
  const { pathname, hash } = new URL(link);
  const telephone = await visitors.open(pathname + hash, { size: 'portrait' });
  await telephone.locator('section.table').waitFor();
  expect(await telephone.locator('.hand [role="option"]').count()).toBeGreaterThan(12);
  expect(telephone.url(), 'the ticket is gone from the address').not.toContain('move');
  const thief = await visitors.open(pathname + hash, { allow: [/403/] });
  await thief.getByRole('heading', { name: '出了点问题' }).waitFor();
});

test('The host is gone: after a while the next person is host', async ({ alone }) => {
  const { visitors } = await alone({ pace: { pause: 0.04, bot: 0.04, host: 1 } });
  const host = await room(visitors, { name: '房主' });
  const friend = await join(visitors, host.url(), '小乙');
  await friend.getByText('等房主开打').waitFor();
  await host.close();
  await friend.getByRole('button', { name: '开打' }).click();
  await friend.locator('section.table').waitFor();
});
