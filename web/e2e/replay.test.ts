import { finish, table } from './rooms.ts';
import { SIZES, expect, picture, test } from './test.ts';

test('The last hand is settled at its table, then comes the result; its names are hidden; its replay fits the screen', async ({ visitors }) => {
  const person = await table(visitors, { length: { hands: 1, rounds: null } });
  const { page } = person;
  await finish(person);
  await page.locator('section.table').waitFor();
  await page.locator('.settlement').waitFor();
  await picture(page, 'last-hand');
  await page.getByLabel('回放里不显示名字').check();
  await page.getByRole('button', { name: '看全场名次' }).click();
  await page.getByRole('heading', { name: '打完了' }).waitFor();
  expect(await page.getByLabel('回放里不显示名字').isChecked()).toBe(true);
  await page.reload();
  await page.getByRole('heading', { name: '打完了' }).waitFor();
  expect(await page.getByLabel('回放里不显示名字').isChecked(), 'after a reload').toBe(true);
  const replay = await page.getByRole('link', { name: '看回放' }).first().getAttribute('href');

  for (const size of ['desktop', 'portrait', 'landscape'] as const) {
    const film = await visitors.open(`${replay}`, { size });
    await film.locator('.stage section.table').waitFor();
    await film.getByRole('button', { name: '到底' }).click();
    const { height } = SIZES[size];
    if (size === 'landscape') await film.locator('.stage').evaluate((stage) => window.scrollTo(0, stage.getBoundingClientRect().top));
    const bottom = async (what: string): Promise<number> => {
      const box = await film.locator(what).boundingBox();
      return box === null ? Infinity : box.y + box.height;
    };
    await picture(film, `replay-${size}`);
    expect(await bottom('.transport'), `${size}: buttons`).toBeLessThanOrEqual(height + 1);
    const buttons = (await film.locator('.transport').boundingBox())?.y ?? 0;
    expect(await bottom('.stage .hand'), `${size}: hand`).toBeLessThanOrEqual(await bottom('.stage'));
    expect(await bottom('.stage'), `${size}: table`).toBeLessThanOrEqual(buttons + 1);
    expect((await film.locator('.stage').boundingBox())?.y ?? -1, size).toBeGreaterThanOrEqual(-1);
    expect(await film.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${size}: width`).toBeLessThanOrEqual(0);
  }
});
