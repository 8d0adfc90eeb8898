import { expect, shown, test } from './test.ts';

test('Once somebody has been here, scoreboard, rules and the calculator open without the server', async ({ alone }) => {
  const { server, visitors } = await alone({});
  const page = await visitors.open('/', { allow: [/ERR_CONNECTION|ERR_INTERNET|Failed to (?:fetch|load)/] });
  await shown(page);
  // The worker has what a build consists of once it is in charge.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state), { timeout: 60_000 })
    .toBe('activated');
  await server.kill();

  await page.goto(`${server.origin}/board`);
  await shown(page);
  expect(await page.locator('main h1').innerText()).toContain('记分板');
  expect(await page.locator('main [role="alert"]').count(), 'no failure').toBe(0);

  await page.goto(`${server.origin}/rules/nanchang`);
  await page.locator('#NC-JING-01').first().waitFor({ state: 'attached' });

  await page.goto(`${server.origin}/calc`);
  await page.locator('main h1').waitFor();
  await page.locator('main').getByText('连不上服务器').filter({ visible: true }).first().waitFor();

  await page.goto(`${server.origin}/drill`);
  await page.locator('main').getByText('连不上服务器').waitFor();
});
