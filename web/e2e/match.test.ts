import { type Visit, type Visitors, expect, picture, test } from './test.ts';
import { type GameName, four } from './rooms.ts';

/** Each of the four holds the table in another way, on another screen; in each game they change places. */
const WAYS = ['click', 'tap', 'keys', 'drag'] as const;
const PLACES: Record<GameName, readonly Visit[]> = {
  nanchang: [{}, { size: 'portrait' }, { size: 'landscape', touch: false, lang: 'en-GB' }, { size: 'portrait', touch: false, dark: true }],
  nanchong: [{ size: 'landscape', touch: false }, { size: 'smallest' }, { lang: 'en-GB' }, { size: 'portrait', touch: false, contrast: true }],
  xinyu: [{ size: 'smallest', touch: false }, { size: 'landscape' }, { size: 'portrait', touch: false }, { dark: true }],
};

async function whole(visitors: Visitors, game: GameName): Promise<void> {
  const visits = PLACES[game].map((visit, seat) => ({ ...visit, way: WAYS[seat]! }));
  const people = await four(visitors, game, visits);
  const host = people[0]!.page;
  await host.getByRole('button', { name: '开打' }).click();
  await Promise.all(people.map((person) => person.sit()));
  await Promise.all(people.map((person) => person.play()));
  const points: number[] = [];
  expect(people.reduce((all, { did }) => all + did.length, 0), 'answers').toBeGreaterThan(4);
  for (const [seat, { page }] of people.entries()) {
    await page.locator('.settlement').waitFor();
    const text = await page.locator('#end .p-points').innerText();
    points.push(Number(text.replace('−', '-').replace('+', '')));
    await picture(page, `end-${game}-${seat}`);
  }
  expect(points.reduce((all, one) => all + one, 0), points.join()).toBe(0);
  if (game === 'nanchong') for (const { did } of people) expect(did[0], 'the first answer').toBe('piao');
  // Everybody is ready, and the next hand is dealt.
  for (const { page } of people) await page.locator('#end').locator('xpath=..').locator('.button.primary').click();
  for (const { page } of people) await expect.poll(() => page.locator('#end').count()).toBe(0);
}

for (const game of ['nanchang', 'nanchong', 'xinyu'] as const) {
  test(`Four people who came by a link play a whole hand by mouse, taps, keys and dragging: ${game}`, ({ visitors }) =>
    whole(visitors, game));
}
