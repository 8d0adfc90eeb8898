import { expect, LAN_NAME, picture, QUICK, shown, test } from './test.ts';
import { invite, join, table } from './rooms.ts';

test('The pages of the rules open at a clause, in both languages', async ({ visitors }) => {
  for (const [game, clause] of [
    ['nanchang', 'NC-WIN-03'],
    ['nanchong', 'NX-WIN-01'],
    ['xinyu', 'XY-WIN-01'],
  ] as const) {
    const page = await visitors.open(`/rules/${game}`);
    const ids = await page.locator('.rules [id]').first().waitFor().then(() => page.locator('.rules [id]').evaluateAll((all) => all.map((one) => one.id)));
    const wanted = ids.find((id) => id === clause) ?? ids.filter((id) => /^[A-Z]+-[A-Z]+-\d+$/.test(id)).at(-1);
    expect(wanted, `a clause of ${game}`).toBeDefined();
    await page.goto(`${page.url()}#${wanted}`);
    await page.locator('.here').waitFor();
    const top = (await page.locator('.here').first().boundingBox())?.y ?? -1;
    expect(top, 'it is on the screen').toBeLessThan(800);
    await page.getByRole('button', { name: 'English' }).click();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
    await expect.poll(() => page.locator('.rules').innerText()).toMatch(/[a-z]{4}/);
    await page.close();
  }
});

test('Language, colours, sound and letters stay as they were chosen', async ({ visitors }) => {
  const page = await visitors.open('/');
  await page.getByLabel('颜色').selectOption('dark');
  await page.getByRole('button', { name: '声音' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.reload();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  expect(await page.getByRole('button', { name: 'Sound' }).getAttribute('aria-pressed')).toBe('true');
  await page.getByText('Against three bots').first().click();
  await page.locator('section.table').waitFor();
  await page.getByRole('tab', { name: 'Keys' }).click();
  await page.locator('.keys input[type="checkbox"]').uncheck();
  await page.reload();
  await page.locator('section.table').waitFor();
  await page.getByRole('tab', { name: 'Keys' }).click();
  expect(await page.locator('.keys input[type="checkbox"]').isChecked()).toBe(false);
  await picture(page, 'table-dark-en');
});

test('In English no page says a word by its name only', async ({ visitors }) => {
  const visit = { lang: 'en-GB' } as const;
  for (const path of ['/', '/new?game=nanchong', '/rules', '/learn', '/open', '/r/short']) {
    const page = await visitors.open(path, visit);
    await shown(page);
  }
  const host = await invite(visitors, 'xinyu', 'Ann', visit);
  const guest = await join(visitors, host.url(), 'Bob', { ...visit, size: 'portrait' });
  await host.locator('#seats').waitFor();
  await guest.locator('#seats').waitFor();
  const person = await table(visitors, { game: 'xinyu' }, visit, 'keys');
  await person.next();
  for (const tab of ['Points', 'Tiles', 'Keys', 'Log']) await person.page.getByRole('tab', { name: tab }).click();
  await person.page.keyboard.press('?');
  await person.page.locator('[data-panel="why"]').waitFor();
});

test('Friends over plain http in a local network: copying a link works, the table plays, nothing asks for https', async ({ alone }) => {
  const { visitors } = await alone({ name: LAN_NAME, pace: QUICK });
  const host = await invite(visitors, 'nanchang', '甲');
  expect(await host.evaluate(() => isSecureContext)).toBe(false);
  expect(await host.evaluate(() => 'clipboard' in navigator || 'serviceWorker' in navigator)).toBe(false);
  await host.getByRole('button', { name: '复制链接' }).click();
  await host.getByRole('status').filter({ hasText: /已复制|请按住/ }).waitFor();
  const guest = await join(visitors, host.url(), '乙', { size: 'portrait' });
  await host.getByRole('button', { name: '开打' }).click();
  for (const page of [host, guest]) await page.locator('.hand [role="option"]').nth(12).waitFor();
});

test('Three notes in a first hand, then none any more; and a first visit reads nothing else', async ({ visitors }) => {
  const page = await visitors.open('/', { notes: true, moving: true, size: 'portrait' });
  await page.getByText('和三个机器人打').first().tap();
  const note = page.getByRole('complementary', { name: '提示' });
  await note.getByText('精').first().waitFor();
  await picture(page, 'first-note');
  for (let left = 3; left > 0; left -= 1) await note.getByRole('button', { name: '知道了' }).tap();
  await expect.poll(() => note.count()).toBe(0);
  await page.reload();
  await page.locator('.hand [role="option"]').nth(12).waitFor();
  expect(await note.count()).toBe(0);
});
