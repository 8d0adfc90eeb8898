import type { Page } from 'playwright-core';
import { expect, picture, shown, test } from './test.ts';
import { finish, room, table } from './rooms.ts';

const TARGET = 40; // pixels that a finger needs

/** What is wrong with a page on a small screen; empty is good. Runs in the page. */
function misfits([target, thumbs]: [number, string]): string[] {
  const found: string[] = [];
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over > 0) found.push(`the page is ${over} px wider than the screen`);
  const name = (element: Element): string => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30);
  for (const element of document.querySelectorAll<HTMLElement>(thumbs)) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const box = element.getBoundingClientRect();
    if (box.width === 0) continue;
    const small = box.width < target - 0.5 || box.height < target - 0.5;
    if (small && !element.matches('.segment')) found.push(`too small: ${name(element)} ${box.width}×${box.height}`);
  }
  return found;
}

/** Things that must be wholly on the screen, with nothing over their middle. Runs in the page. */
function hidden(selector: string): string[] {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  if (all.length === 0) return [`no ${selector}`];
  return all.flatMap((element) => {
    const box = element.getBoundingClientRect();
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    if (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5) {
      return [`off the screen: ${name} ${Math.round(box.left)},${Math.round(box.top)} ${Math.round(box.right)},${Math.round(box.bottom)}`];
    }
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return top !== null && (element.contains(top) || top.contains(element)) ? [] : [`covered: ${name} by ${top?.className ?? 'nothing'}`];
  });
}

const TARGETS = 'button, select, input:not([type="checkbox"]):not([type="radio"]), summary, a.button, nav a';
const HAND = '.hand [role="option"]';
const BAR = '[role="toolbar"] button[data-verb]';

const fits = (page: Page): Promise<string[]> => page.evaluate(misfits, [TARGET, TARGETS] as [number, string]);
const covered = (page: Page, selector: string): Promise<string[]> => page.evaluate(hidden, selector);

for (const size of ['portrait', 'smallest', 'landscape'] as const) {
  test(`Everything fits, nothing is covered, fingers find what they want: ${size}`, async ({ visitors }) => {
    for (const path of ['/', '/new', '/rules/nanchang', '/learn', '/open']) {
      const page = await visitors.open(path, { size });
      await shown(page);
      expect(await fits(page), path).toEqual([]);
      await page.close();
    }
    const lobby = await room(visitors, {}, { size });
    expect(await fits(lobby), 'lobby').toEqual([]);
    await picture(lobby, `lobby-${size}`);

    const person = await table(visitors, { length: { hands: 2, rounds: null } }, { size }, 'tap', 0.9);
    const { page } = person;
    let claims = 0;
    const look = async (what: string): Promise<void> => {
      expect(await fits(page), what).toEqual([]);
      expect(await covered(page, HAND), what).toEqual([]);
      expect(await covered(page, BAR), what).toEqual([]);
    };
    await person.next();
    await look('the first turn');
    await picture(page, `turn-${size}`);
    person.after = async (verb) => {
      if (['chi', 'peng', 'gang'].includes(verb) && claims++ < 3) {
        if (!(await person.next()).over) await look(`after ${verb}`);
      }
    };
    await person.play(() => claims > 1 || person.did.length > 16);
    const moment = await person.next();
    if (!moment.over) {
      await look('later in the hand');
      await picture(page, `late-${size}`);
      await page.getByRole('button', { name: '更多' }).tap();
      await page.locator('[data-panel="menu"]').waitFor();
      expect(await fits(page), 'more').toEqual([]);
      await page.locator('[data-panel="menu"] .close').tap();
      await finish(person);
    }
    await page.locator('.settlement').waitFor();
    expect(await fits(page), 'settlement').toEqual([]);
    expect(await covered(page, HAND), 'the own hand below the settlement').toEqual([]);
    await picture(page, `end-${size}`);
    await page.getByRole('button', { name: '菜单' }).tap();
    await page.locator('#menu #invite').waitFor();
    expect(await fits(page), 'menu').toEqual([]);
  });
}
