import { axeFindings, expect, picture, shown, test } from './test.ts';

for (const size of ['desktop', 'portrait', 'landscape', 'smallest'] as const) {
  test(`The home page opens, keeps to its policy and fits: ${size}`, async ({ visitors }) => {
    const page = await visitors.open('/', { size });
    await page.locator('main').waitFor();
    expect(await page.title()).toContain('牌桌');
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overhang, 'nothing is wider than the screen').toBeLessThanOrEqual(0);
    await picture(page, `home-${size}`);
  });
}

test('The home page speaks the language of the browser, and axe finds nothing in any theme', async ({ visitors }) => {
  for (const [lang, dark, contrast] of [
    ['zh-CN', false, false],
    ['en-GB', true, false],
    ['zh-CN', false, true],
  ] as const) {
    const page = await visitors.open('/', { lang, dark, contrast });
    await page.locator('main').waitFor();
    expect(await page.getAttribute('html', 'lang')).toMatch(lang === 'zh-CN' ? /^zh/ : /^en/);
    expect(await axeFindings(page)).toEqual([]);
  }
});

test('Every page is found from the first one, and names itself in its tab', async ({ visitors }) => {
  const page = await visitors.open('/', { size: 'portrait' });
  await page.locator('footer').waitFor();
  for (const way of ['/calc', '/board', '/rules']) expect(await page.locator(`main a.card[href="${way}"]`).count(), way).toBe(1);
  const ways = await page.locator('footer a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(ways.length).toBeGreaterThan(10);
  const titles = new Set<string>();
  for (const way of ways) {
    // A page that still grows pushes its footer away under the finger.
    const follow = async (): Promise<string> => {
      if (new URL(page.url()).pathname !== way) await page.locator(`footer a[href="${way}"]`).tap();
      return new URL(page.url()).pathname;
    };
    await expect.poll(follow, { interval: 300 }).toBe(way);
    await shown(page);
    await expect.poll(() => page.locator('header a[aria-current], footer a[aria-current]').count(), { timeout: 10_000 }).toBeGreaterThan(0);
    titles.add(await page.title());
  }
  expect([...titles].every((title) => title.endsWith('牌桌'))).toBe(true);
  expect(titles.size).toBe(ways.length);
});

test('The first page comes compressed and is less than 150 kB', async ({ visitors }) => {
  const page = await visitors.open('/');
  await page.locator('main').waitFor();
  await page.waitForLoadState('networkidle');
  const sizes = await page.evaluate(() => {
    const timings = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    return (timings as PerformanceResourceTiming[]).map(({ name, encodedBodySize, decodedBodySize }) => ({
      name: new URL(name).pathname,
      sent: encodedBodySize,
      whole: decodedBodySize,
    }));
  });
  const scripts = sizes.filter(({ name }) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  for (const { name, sent, whole } of scripts) if (whole > 4096) expect(sent, name).toBeLessThan(whole / 2);
  const sum = sizes.reduce((all, { sent }) => all + sent, 0);
  expect(sum, JSON.stringify(sizes, null, 1)).toBeLessThan(150_000);
});

test('Every answer carries a policy without unsafe words, and nobody is told where a visitor came from', async ({
  server,
}) => {
  for (const path of ['/', '/api/games', '/nowhere', '/healthz']) {
    const { headers } = await fetch(server.origin + path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy, path).toContain("default-src 'none'");
    expect(policy, path).not.toContain('unsafe');
    expect(headers.get('referrer-policy'), path).toBe('no-referrer');
  }
});
