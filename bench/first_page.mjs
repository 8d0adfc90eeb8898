// The first visit in Chromium on a slow telephone: 4× slower processor, 1.6 Mbit/s, 150 ms.
//     node bench/first_page.mjs ORIGIN CHROMIUM VISITS
// Prints one line of JSON: for each visit the milliseconds until the home page can be used, then from the tap on a game
// to the own hand, and the bytes that came for each of the two.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const require = createRequire(resolve(import.meta.dirname, '../web/package.json'));
const { chromium } = require('playwright-core');

const [origin, executablePath, visits] = process.argv.slice(2);
const BYTES_A_SECOND = 1_600_000 / 8;
const GAME = 'button.card';
const HAND = '.hand [role="option"]';

/** Inside the page: when so many of something are there, can be seen and are drawn. */
function whenThere([selector, count]) {
  return new Promise((there) => {
    const look = () => {
      const found = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
      if (found.length < count) requestAnimationFrame(look);
      else requestAnimationFrame(() => there(performance.now()));
    };
    look();
  });
}

const browser = await chromium.launch({
  executablePath,
  chromiumSandbox: process.getuid?.() !== 0, // Chromium refuses to be root in its sandbox
  args: ['--disable-background-networking', '--disable-component-update', '--no-first-run'],
});

async function visit() {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'zh-CN' });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  let bytes = 0;
  line.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  });
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(origin, { waitUntil: 'commit' });
  const home = await page.evaluate(whenThere, [GAME, 3]);
  const homeBytes = bytes;
  await page.locator(GAME).first().evaluate((card) => {
    addEventListener('click', () => (globalThis.tapped = performance.now()), { capture: true, once: true });
    card.click();
  });
  const hand = (await page.evaluate(whenThere, [HAND, 13])) - (await page.evaluate(() => globalThis.tapped));
  await page.waitForTimeout(1000); // what is fetched ahead comes too
  const all = bytes;
  await context.close();
  return { home, hand, homeBytes, bytes: all };
}

const found = [];
for (let number = 0; number < Number(visits); number += 1) found.push(await visit());
await browser.close();
console.log(JSON.stringify(found));
