/**
 * What a test in the browser is given: `server`, `browser`, and `visitors` to open pages. A test fails when anything went
 * wrong on one of its pages, whatever it looked at itself; a picture of every page is kept then.
 *
 *     import { expect, test } from './test.ts';
 *     test('…', async ({ visitors }) => {
 *       const page = await visitors.open('/', { size: 'portrait' });
 *       await expect.poll(() => page.title()).toContain('牌桌');
 *     });
 */
import type { Browser } from 'playwright-core';
import { test as base, expect } from 'vitest';
import { Visitors, launch, picture } from './browser.ts';
import { Server } from './server.ts';

interface Given {
  server: Server;
  browser: Browser;
  visitors: Visitors;
}

export const test = base.extend<Given>({
  server: [
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.close();
    },
    { scope: 'file' },
  ],
  browser: [
    async ({}, use) => {
      const browser = await launch();
      await use(browser);
      await browser.close();
    },
    { scope: 'file' },
  ],
  visitors: async ({ server, browser, task }, use) => {
    const visitors = new Visitors(browser, server.origin);
    const name = `failed/${task.name.replace(/[^\p{L}\p{N}]+/gu, '-')}`;
    await use(visitors);
    if (task.result?.state === 'fail' || visitors.problems.length > 0) {
      for (const [number, page] of visitors.pages().entries()) await picture(page, `${name}-${number}`);
      console.error(server.output);
    }
    await visitors.close();
    expect(visitors.problems, 'on the pages of this test').toEqual([]);
  },
});

export { expect };
export { SIZES, picture } from './browser.ts';
export { axeFindings } from './axe.ts';
