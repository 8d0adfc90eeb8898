import { axeFindings, expect, picture, test } from './test.ts';

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
