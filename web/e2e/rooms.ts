/** Rooms as people make and enter them, and, where a test is about something else, the quick way. */
import type { Page } from 'playwright-core';
import type { CreateRoom, Length } from '../src/lib/wire.ts';
import type { Visit, Visitors } from './browser.ts';
import { Person, type Way } from './person.ts';

export const GAMES = ['nanchang', 'nanchong', 'xinyu'] as const;
export type GameName = (typeof GAMES)[number];

/** What is not wished for is as usual. */
export type Wish = Partial<Omit<CreateRoom, 'length'>> & { length?: Partial<Length> };

const ADDRESS = /\/r\/[\w-]{22}$/;

/** Opens the first page and makes a room for friends there. */
export async function invite(visitors: Visitors, game: GameName, name: string, visit: Visit = {}): Promise<Page> {
  const page = await visitors.open('/', visit);
  const english = visit.lang === 'en-GB';
  await page.locator('main .top input').fill(name);
  await page.locator(`input[name="friends-game"][value="${game}"]`).check();
  await page.getByRole('button', { name: english ? 'Open a room' : '开房间' }).click();
  await page.waitForURL(ADDRESS);
  await page.locator('#seats').waitFor();
  return page;
}

/** Comes by the link and sits down, or looks on. */
export async function join(visitors: Visitors, link: string, name: string, visit: Visit = {}, watch = false): Promise<Page> {
  const page = await visitors.open(new URL(link).pathname, visit);
  await page.locator('main form input').first().fill(name);
  const buttons = page.locator('main form .p-row button');
  await (watch ? buttons.last() : buttons.first()).click();
  await page.locator('#seats, section.table').first().waitFor();
  return page;
}

/** Makes a room without its form, and goes there. Its maker sits on seat 0. */
export async function room(visitors: Visitors, wish: Wish, visit: Visit = {}): Promise<Page> {
  const page = await visitors.open('/', visit);
  const body = { name: '甲', game: 'nanchang', clock: null, ...wish };
  const made = await page.evaluate(async (json) => {
    const answer = await fetch('/api/rooms', { method: 'POST', headers: { 'content-type': 'application/json' }, body: json });
    return (await answer.json()) as { room?: string; error?: string };
  }, JSON.stringify(body));
  if (!made.room) throw new Error(made.error ?? 'no room');
  await page.goto(new URL(`/r/${made.room}`, page.url()).href);
  await page.locator('#seats, section.table').first().waitFor();
  return page;
}

/** A table against bots that has begun. */
export async function table(visitors: Visitors, wish: Wish, visit: Visit = {}, way: Way = 'click', greed = 0.5): Promise<Person> {
  const bots = ['steady', 'steady', 'steady'];
  const person = new Person(await room(visitors, { bots, begin: true, ...wish }, visit), way, greed);
  await person.sit();
  return person;
}

/** Four people at one table, the first one its host. */
export async function four(visitors: Visitors, game: GameName, visits: readonly (Visit & { way: Way })[]): Promise<Person[]> {
  const [first, ...others] = visits;
  const host = await invite(visitors, game, `${game} 甲`, first);
  const guests = await Promise.all(
    others.map((visit, number) => join(visitors, host.url(), ['乙', 'Ding', '丙'][number] ?? '', visit)),
  );
  return [host, ...guests].map((page, number) => new Person(page, visits[number]?.way, 0.4));
}

/** Lets the server play on for this person, as the switches at the table do, until the hand is over. */
export async function finish(person: Person): Promise<void> {
  const { page } = person;
  const switches = page.locator('.auto [role="switch"]');
  if (!(await switches.first().isVisible())) await page.locator('.tools [aria-expanded]').last().click();
  for (const one of await switches.all()) if ((await one.getAttribute('aria-checked')) !== 'true') await one.click();
  await person.play();
  await page.locator('#end, .p-page.over').first().waitFor();
}
