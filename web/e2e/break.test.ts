import type { Page } from 'playwright-core';
import { expect, picture, test } from './test.ts';
import { join, room, table } from './rooms.ts';
import { Person } from './person.ts';

/** What lies on the table before one's eyes, as text. */
function seen(page: Page): Promise<string> {
  return page.evaluate(() => {
    const tiles = [...document.querySelectorAll<HTMLElement>('.hand [data-tile]')].map((tile) => tile.dataset.tile);
    const rivers = [...document.querySelectorAll('.river')].map((river) => river.getAttribute('aria-label'));
    return [...tiles, ...rivers].join(' ');
  });
}

test('A reload in the middle of a hand changes nothing, and the hand goes on to its end', async ({ visitors }) => {
  const person = await table(visitors, {}, {}, 'keys', 0.2);
  await person.play(() => person.did.filter((verb) => verb === 'discard').length >= 3);
  await person.next();
  const before = await seen(person.page);
  await person.page.reload();
  await person.sit();
  await person.next();
  expect(await seen(person.page)).toBe(before);
  await person.play();
});

test('Two pages on one seat: the first answer wins, and both go on', async ({ visitors }) => {
  const first = await table(visitors, {}, {}, 'keys');
  const second = new Person(await visitors.open(new URL(first.page.url()).pathname, { beside: first.page }), 'click');
  await second.sit();
  await Promise.all([first.play(() => first.did.length >= 5), second.play(() => second.did.length >= 3)]);
  await first.next();
  await expect.poll(async () => (await seen(second.page)) === (await seen(first.page)), { timeout: 15_000 }).toBe(true);
  // Both answer the same question at the same moment: one tile goes, not two.
  const before = await seen(first.page);
  const moment = await first.next();
  if (!moment.over && moment.offers.length === 0) {
    await Promise.all([first.discard(0), second.discard(1)]);
    await expect.poll(() => seen(first.page), { timeout: 15_000 }).not.toBe(before);
    await first.next();
  }
  await expect.poll(async () => (await seen(second.page)) === (await seen(first.page)), { timeout: 15_000 }).toBe(true);
});

test('kill -9 of the server in the middle of a hand: the pages say so, wait, and go on where they were', async ({ alone }) => {
  const { server, visitors } = await alone({});
  const allow = [/WebSocket connection .* failed/, /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET/];
  const host = await room(visitors, { bots: ['steady'] }, { allow });
  const guest = await join(visitors, host.url(), '小乙', { size: 'portrait', allow });
  const people = [new Person(host, 'keys', 0.2), new Person(guest, 'tap', 0.2)] as const;
  await host.getByRole('button', { name: '开打' }).click();
  await Promise.all(people.map((person) => person.sit()));
  for (const quietly of [false, true]) {
    // After some answers of both, whoever is asked next leaves it open.
    const answers = (): number => people.reduce((all, { did }) => all + did.length, 0);
    const enough = answers() + 4;
    await Promise.race(people.map((person) => person.play(() => answers() >= enough)));
    await expect.poll(() => people.some(({ acting }) => acting), { timeout: 10_000 }).toBe(false);
    await Promise.any(people.map((person) => person.next()));
    await (quietly ? server.stop() : server.kill());
    for (const { page } of people) await page.getByText('座位给你留着').waitFor();
    if (!quietly) await picture(guest, 'reconnecting');
    const before = await Promise.all(people.map(({ page }) => seen(page)));
    await server.begin();
    for (const { page } of people) {
      const now = page.getByRole('button', { name: '马上重连' });
      if (await now.isVisible()) await now.click({ timeout: 2000 }).catch(() => undefined); // it may have come back by itself
      await expect.poll(() => page.getByText('座位给你留着').count(), { timeout: 20_000 }).toBe(0);
    }
    const after = await Promise.all(people.map(({ page }) => seen(page)));
    expect(after.some((text, seat) => text === before[seat]), 'whoever is asked sees what was there').toBe(true);
  }
  await Promise.all(people.map((person) => person.play()));
});

test('Who is away for a while is played for, visibly, and takes over again by doing something', async ({ alone }) => {
  const { visitors } = await alone({ pace: { pause: 0.1, bot: 0.3, away: 0.5 } });
  const host = await room(visitors, {});
  const guest = await join(visitors, host.url(), '小乙');
  await host.getByRole('button', { name: '开打' }).click();
  const person = new Person(guest, 'keys', 0);
  await person.sit();
  await host.goto('about:blank');
  await guest.getByText('托管').first().waitFor();
  await host.goBack();
  const back = new Person(host, 'keys', 0);
  await back.sit();
  await Promise.race([back.play(() => back.did.length >= 1), person.play()]);
  await expect.poll(() => guest.getByText('托管').count()).toBe(0);
});
