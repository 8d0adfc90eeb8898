import { Person } from './person.ts';
import { expect, picture, test } from './test.ts';

test('A second browser joins a running game by link, sits in for a bot, and both play', async ({ visitors }) => {
  const page = await visitors.open('/');
  await page.locator('main .top input').fill('房主');
  await page.getByText('和三个机器人打').first().click();
  const host = new Person(page);
  await host.sit();
  await page.getByRole('button', { name: '菜单' }).click();
  const link = await page.getByLabel('链接', { exact: true }).inputValue();
  await page.getByText('这个网址只有这台电脑能打开').first().waitFor();
  await page.getByLabel('你的名字').fill('东家');
  await page.getByRole('button', { name: '改名' }).click();
  await expect.poll(() => page.getByLabel('你的名字').inputValue()).toBe('东家');
  await page.getByRole('button', { name: '锁门' }).click();
  await page.getByText('门锁着').waitFor();
  await page.getByRole('button', { name: '开门' }).click();
  await page.getByRole('button', { name: '回到牌桌' }).click();

  const second = await visitors.open(new URL(link).pathname, { size: 'portrait' });
  await second.locator('main form input').first().fill('小乙');
  await picture(second, 'sit-in');
  await second.getByRole('button', { name: '接替机器人' }).click();
  const guest = new Person(second);
  await guest.sit();
  await second.getByText('东家').first().waitFor();
  await page.getByText('小乙').first().waitFor();
  await Promise.all([host.play(), guest.play()]);
  for (const { did } of [host, guest]) expect(did.length, 'answers').toBeGreaterThan(0);
  const points = [];
  for (const one of [page, second]) {
    await one.locator('.settlement').waitFor();
    points.push(await one.locator('#end .p-points').innerText());
  }
  expect(points).toHaveLength(2);
});
