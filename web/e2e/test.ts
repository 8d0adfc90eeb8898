/**
 * What a test in the browser is given: `server`, `browser`, and `visitors` to open pages. A test fails when anything went
 * wrong on one of its pages, whatever it looked at itself; a picture of every page is kept then.
 *
 *     import { expect, test } from './test.ts';
 *     test('…', async ({ visitors }) => {
 *       const page = await visitors.open('/', { size: 'portrait' });
 *       await expect.poll(() => page.title()).toContain('牌桌');
 *     });
 *
 * All tests share one quick server and one browser. A test that needs a server of its own starts it with `alone`.
 */
import type { Browser } from 'playwright-core';
import { test as base, expect } from 'vitest';
import { Visitors, launch, picture } from './browser.ts';
import { Server, type ServerOptions } from './server.ts';

/** A server that is one test's alone, and people who visit it. */
export interface Alone {
  server: Server;
  visitors: Visitors;
}

interface Given {
  server: Server;
  browser: Browser;
  visitors: Visitors;
  alone: (options: ServerOptions) => Promise<Alone>;
}

export const test = base.extend<Given>({
  server: [
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({}, use) => {
      const browser = await launch();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  visitors: async ({ server, browser, task }, use) => {
    const visitors = new Visitors(browser, server.origin);
    await use(visitors);
    await leave([{ server, visitors }], task);
  },
  alone: async ({ browser, task }, use) => {
    const all: Alone[] = [];
    await use(async (options) => {
      const server = await Server.start(options);
      const one = { server, visitors: new Visitors(browser, server.origin) };
      all.push(one);
      return one;
    });
    try {
      await leave(all, task);
    } finally {
      for (const { server } of all) await server.close();
    }
  },
});

/** The last look at all pages of a test. */
async function leave(all: readonly Alone[], task: { name: string; result?: { state?: string } | undefined }): Promise<void> {
  const name = `failed/${task.name.replace(/[^\p{L}\p{N}]+/gu, '-')}`;
  const failed = task.result?.state === 'fail';
  for (const { visitors } of all) if (!failed) await visitors.proofread();
  const problems = all.flatMap(({ visitors }) => visitors.problems);
  if (failed || problems.length > 0) {
    const pages = all.flatMap(({ visitors }) => visitors.pages());
    for (const [number, page] of pages.entries()) await picture(page, `${name}-${number}`);
    for (const { server } of all) console.error(server.output);
  }
  for (const { visitors } of all) await visitors.close();
  expect(problems, 'on the pages of this test').toEqual([]);
}

export { expect };
export { LAN_NAME, SIZES, picture, shown, type Visit, type Visitors } from './browser.ts';
export { axeFindings, cleanInThemes } from './axe.ts';
export { QUICK, type Server } from './server.ts';
