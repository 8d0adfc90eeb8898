import { expect, picture, test } from './test.ts';
import { finish, join, room, table } from './rooms.ts';

test('Ending a match is put to the vote: refused, then agreed; and a rematch', async ({ visitors }) => {
  const host = await room(visitors, { name: '房主', bots: ['steady'], length: { hands: 4, rounds: null } });
  const guest = await join(visitors, host.url(), '小乙', { size: 'portrait' });
  await host.getByRole('button', { name: '开打' }).click();
  for (const page of [host, guest]) await page.locator('section.table').waitFor();
  for (const answer of ['接着打', '同意']) {
    await host.getByRole('button', { name: '菜单' }).click();
    await host.getByRole('button', { name: '提议散桌' }).click();
    const vote = guest.getByRole('region', { name: '散桌表决' });
    await vote.getByText('房主提议散桌').waitFor();
    await vote.getByText(/还有\d+秒/).waitFor();
    await vote.getByRole('button', { name: answer }).click();
    if (answer === '接着打') {
      await host.getByText('散桌没有通过').waitFor();
      await expect.poll(() => host.locator('section.table').isVisible()).toBe(true);
    }
  }
  for (const page of [host, guest]) await page.getByRole('heading', { name: '散桌了' }).waitFor();
  await host.getByRole('button', { name: '再来一场' }).click();
  for (const page of [host, guest]) await page.locator('.hand [role="option"]').nth(12).waitFor();
});

test('The end of a hand: every payment can be opened, read and looked up; then the match, its chart, and hidden names', async ({
  visitors,
}) => {
  const person = await table(visitors, { length: { hands: 2, rounds: null } }, {}, 'keys');
  const { page } = person;
  await finish(person);
  await page.locator('.settlement').waitFor();
  const segments = page.locator('.segment');
  expect(await segments.count(), 'lines of the ledger').toBeGreaterThan(0);
  await segments.first().focus();
  await page.keyboard.press('Enter');
  const line = page.locator('.line');
  await line.waitFor();
  const first = await line.innerText();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  if ((await segments.count()) > 1) await expect.poll(() => line.innerText()).not.toBe(first);
  await picture(page, 'settlement');
  await page.getByRole('button', { name: '看表格' }).click();
  await page.getByRole('group', { name: '收付表' }).waitFor();
  await page.getByRole('button', { name: '看表格' }).click();
  await page.getByRole('button', { name: '看牌桌' }).click();
  await page.getByRole('button', { name: '看结算' }).click();
  await page.getByRole('button', { name: '下一盘' }).click();
  await person.sit();
  await finish(person);
  await page.getByRole('button', { name: '看全场名次' }).click();
  await page.getByRole('heading', { name: '打完了' }).waitFor();
  await page.getByText('最后一盘的结算').click();
  await page.locator('.settlement').waitFor();
  await page.getByRole('table').or(page.getByText('看数字')).first().waitFor();
  await picture(page, 'over');
  const answered = page.waitForResponse(/\/hide$/);
  await page.getByLabel('回放里不显示名字').check();
  await answered;
  await page.getByRole('link', { name: '看回放' }).first().click();
  await page.locator('.stage').waitFor();
  expect(await page.locator('main').innerText(), 'names are hidden').not.toContain('甲');
});
