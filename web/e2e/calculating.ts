/** Somebody at the calculator: taps, types, and reads what the page says. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A finished hand as it is entered tile by tile; what is not named is left as it is. */
export interface Entered {
  dealer?: number;
  winner?: number;
  how: string; // zimo, discard-3, rob-1, exhausted, false_hu
  indicator?: string;
  hand?: string;
  tile?: string;
  melds?: string[]; // `peng 7s`, tapped; who gave it is not told
  flags?: string[];
  /** Of the others: `[seat, place, which, count]`, or his tiles. */
  jing?: [number, 'hand' | 'melds' | 'river', 0 | 1, number][];
}

export class Calculation {
  taps = 0;

  constructor(readonly page: Page) {}

  pick(name: string): Locator {
    return this.page.locator(`[data-pick="${name}"]`);
  }

  /** One tap of a thumb. */
  async tap(name: string): Promise<void> {
    await this.pick(name).click();
    this.taps += 1;
  }

  /** How many jing: one tap. */
  async count(seat: number, place: 'hand' | 'melds' | 'river', which: 0 | 1, count: number): Promise<void> {
    await this.page.locator(`[data-counts="${seat}-jing-${place}-${which}"] label`).nth(count).click();
    this.taps += 1;
  }

  async mode(mode: 'quick' | 'full'): Promise<void> {
    await this.page.locator(`input[name="calc-mode"][value="${mode}"]`).check({ force: true });
  }

  async unfold(name: string): Promise<void> {
    const details = this.page.locator(`[data-details="${name}"]`);
    if ((await details.getAttribute('open')) === null) await details.locator('summary').first().click();
  }

  async dealer(seat: number): Promise<void> {
    await this.unfold('extras');
    await this.tap(`dealer-${seat}`);
  }

  async type(field: string, text: string): Promise<void> {
    const input = this.page.locator(`[data-text="${field}"]`);
    if ((await input.count()) === 0) await this.page.locator(`[data-field="${field}"] .head button`).click(); // fingers ask for it
    await input.fill(text);
  }

  async tiles(...kinds: string[]): Promise<void> {
    for (const kind of kinds) await this.page.locator(`[data-kind="${kind}"]`).click();
    this.taps += kinds.length;
  }

  async meld(seat: number, text: string): Promise<void> {
    const [kind = '', tiles = ''] = text.split(' ');
    await this.tap(`meld-${seat}-${kind}`);
    const suit = tiles.at(-1)!;
    await this.tiles(...[...tiles.slice(0, -1)].map((digit) => digit + suit));
    if ((await this.pick('done').count()) > 0) await this.tap('done');
  }

  /** The four points, once the server has answered what was entered last. */
  async points(): Promise<number[]> {
    const strip = this.page.locator('[data-strip]');
    await expect.poll(() => strip.getAttribute('data-strip'), { interval: 20, timeout: 10_000 }).toMatch(/^-?\d+( -?\d+){3}$/);
    return (await strip.getAttribute('data-strip'))!.split(' ').map(Number);
  }

  /** Why there are none. */
  async problem(): Promise<string> {
    await expect.poll(() => this.page.locator('[data-strip]').getAttribute('data-strip'), { interval: 20, timeout: 10_000 }).toBe('open');
    return this.page.locator('[data-problem]').innerText();
  }

  /** What each of the others pays for the win alone, as the table of figures has it: by seat. */
  async winLines(winner: number): Promise<number[]> {
    if ((await this.pick('figures').getAttribute('aria-pressed')) !== 'true') await this.pick('figures').click();
    return this.page.locator('.result tbody tr').evaluateAll((rows, seat) => {
      const paid = [0, 0, 0, 0];
      for (const row of rows) {
        if (row.querySelector('th .p-note')?.textContent !== '胡') continue;
        const cells = [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent?.replace('−', '-').replace('+', '') || 0));
        cells.forEach((points, at) => at !== seat && (paid[at]! -= points));
      }
      return paid;
    }, winner);
  }

  async enter(told: Entered): Promise<void> {
    const winner = told.winner ?? 0;
    const draw = told.how === 'exhausted' || told.how === 'false_hu';
    if (told.dealer !== undefined) await this.dealer(told.dealer);
    if (!draw) await this.tap(`win-${winner}`);
    await this.tap(told.how);
    if (told.indicator !== undefined) await this.type('indicator', told.indicator);
    for (const meld of told.melds ?? []) await this.meld(winner, meld);
    if (told.hand !== undefined) await this.type(`hand:${winner}`, told.hand);
    if (told.tile !== undefined) await this.type('tile', told.tile);
    for (const flag of told.flags ?? []) await this.tap(`flag-${flag}`);
    for (const [seat, place, which, count] of told.jing ?? []) {
      await this.unfold(String(seat));
      if (place !== 'hand') {
        const more = this.page.locator(`[data-seat="${seat}"] details`).first();
        if ((await more.getAttribute('open')) === null) await more.locator('summary').click();
      }
      await this.count(seat, place, which, count);
    }
  }

  /** Everything that was entered away. */
  async clear(): Promise<void> {
    await this.tap('clear');
  }
}
