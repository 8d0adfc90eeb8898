/** Somebody at a table, who plays by what is on the screen: with a mouse, by taps, by keys, or by dragging. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export type Way = 'click' | 'tap' | 'keys' | 'drag';

/** What a look at the page tells. */
export interface Moment {
  /** The hand is over, or the match. */
  over: boolean;
  /** The page calls its person. */
  asked: boolean;
  /** Buttons that may be pressed. */
  offers: string[];
  /** One of several things, as they would be typed. */
  ways: string[];
  /** The own tiles by their places, and the places of those that may be discarded. */
  hand: string[];
  places: number[];
}

const PATIENCE_MS = 120_000;
const APPEARED_MS = 330; // a tap within 300 ms of a tile's or a button's appearing does nothing, on purpose
const CLICK = { timeout: 3000 };
const LETTERS: Record<string, string> = { hu: 'h', gang: 'g', peng: 'p', chi: 'c', pass: 'x', bai: 'b', jingdiao: 'j', baojiao: 'j' };

/** What one would like to do, the best first; what is not named here is never pressed. */
const LIKES = ['hu', 'baojiao', 'bai', 'jingdiao', 'gang', 'peng', 'chi', 'pass'];

export class Person {
  /** Verbs that this person has used, in order. */
  readonly did: string[] = [];
  /** Is this person about to do something? */
  acting = false;
  /** Called after everything that this person does. */
  after: (verb: string) => Promise<void> = async () => undefined;

  constructor(
    readonly page: Page,
    readonly way: Way = 'click',
    /** Claims this share of what others discard. */
    private readonly greed = 0.5,
  ) {}

  tile(place: number): Locator {
    return this.page.locator(`.hand [data-place="${place}"]`);
  }

  button(verb: string): Locator {
    return this.page.locator(`[role="toolbar"] [data-verb="${verb}"]`);
  }

  get tiles(): Locator {
    return this.page.locator('.hand [role="option"]');
  }

  /** Waits until the table is there. */
  async sit(): Promise<void> {
    await this.page.locator('section.table').waitFor();
  }

  /** The page as it is now. */
  now(): Promise<Moment> {
    return this.page.evaluate(look, 0);
  }

  /** Waits until the page calls, or the hand is over. */
  async next(): Promise<Moment> {
    const moment = await this.page.evaluate(look, PATIENCE_MS);
    expect(moment.asked || moment.over, 'the page has not called for too long').toBe(true);
    return moment;
  }

  /** Plays until the hand is over or `enough`; a question that comes then stays open. */
  async play(enough: () => boolean = () => false): Promise<void> {
    for (;;) {
      const moment = await this.next();
      if (moment.over || enough()) return;
      await this.act(moment);
      if (enough()) return;
    }
  }

  /** Answers once. What comes to nothing (the window has closed meanwhile) is not tried again. */
  async act(moment: Moment): Promise<string> {
    this.acting = true;
    const done = await this.answer(moment)
      .catch((error: unknown) => {
        if (error instanceof Error && error.name === 'TimeoutError') return '';
        throw error;
      })
      .finally(() => (this.acting = false));
    if (done !== '') {
      this.did.push(done);
      await this.after(done);
    }
    return done;
  }

  private async answer(moment: Moment): Promise<string> {
    if (moment.ways.length > 0) return this.choose(moment.ways);
    const verb = LIKES.find((one) => moment.offers.includes(one) && this.wants(one, moment));
    if (verb !== undefined) {
      await this.press(verb);
      const { ways } = await this.now();
      return ways.length > 0 ? this.choose(ways) : verb;
    }
    const place = loneliest(moment);
    if (place === undefined) throw new Error(`Nothing to be done: ${JSON.stringify(moment)}`);
    await this.discard(place);
    return 'discard';
  }

  private wants(verb: string, { offers }: Moment): boolean {
    const claim = ['gang', 'peng', 'chi'].includes(verb) && offers.includes('pass');
    return !claim || Math.random() < this.greed;
  }

  private async choose(ways: string[]): Promise<string> {
    const number = Math.floor(Math.random() * Math.min(ways.length, 9));
    const text = ways[number] ?? '';
    const [verb = '', count = ''] = text.split(' ');
    if (this.way === 'keys') await this.page.keyboard.press(verb === 'piao' ? count : String(number + 1));
    else {
      await this.page.waitForTimeout(APPEARED_MS);
      await this.touch(this.page.locator(`.way[data-text="${text}"]`));
    }
    return verb;
  }

  async press(verb: string): Promise<void> {
    if (this.way === 'keys') return this.page.keyboard.press(LETTERS[verb] ?? '');
    await this.page.waitForTimeout(APPEARED_MS);
    await this.touch(this.button(verb));
  }

  /** By keys the place must be one of the first nine. */
  async discard(place: number): Promise<void> {
    if (this.way === 'keys') {
      await this.page.keyboard.press('1234567890-=[]'[place] ?? '1');
      return this.page.keyboard.press('Enter');
    }
    await this.page.waitForTimeout(APPEARED_MS);
    const tile = this.tile(place);
    if (this.way === 'drag') return this.drag(tile);
    if ((await tile.getAttribute('aria-selected', CLICK)) !== 'true') await this.touch(tile);
    await this.touch(tile);
  }

  private async touch(what: Locator): Promise<void> {
    await (this.way === 'tap' ? what.tap(CLICK) : what.click(CLICK));
  }

  private async drag(tile: Locator): Promise<void> {
    const box = await tile.boundingBox(CLICK);
    if (box === null) return;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const { mouse } = this.page;
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x, y - box.height / 2);
    await mouse.move(x + 20, y - 2 * box.height);
    await mouse.up();
  }
}

/** The place of the tile that goes least with the others; of several the last. */
function loneliest({ hand, places }: Moment): number | undefined {
  const company = (place: number): number => {
    const tile = hand[place] ?? '';
    return hand.reduce((sum, other, at) => {
      if (at === place || other[1] !== tile[1]) return sum;
      const apart = Math.abs(Number(other[0]) - Number(tile[0]));
      return sum + (apart === 0 ? 3 : tile[1] === 'z' || apart > 2 ? 0 : 3 - apart);
    }, 0);
  };
  return [...places].sort((a, b) => company(a) - company(b) || b - a)[0];
}

/** Runs in the page: waits for something to do, and tells what there is. */
function look(patience: number): Promise<Moment> {
  const end = performance.now() + patience;
  const texts = (selector: string, name: string): string[] =>
    [...document.querySelectorAll<HTMLElement>(selector)].map((element) => element.dataset[name] ?? '');
  return new Promise((resolve) => {
    const once = (): void => {
      const over = document.querySelector('#end, .p-page.over') !== null;
      const asked = document.title.startsWith('●');
      if (!over && !asked && performance.now() < end) {
        setTimeout(once, 30);
        return;
      }
      resolve({
        over,
        asked,
        offers: texts('[data-verb][aria-disabled="false"]', 'verb'),
        ways: texts('.way', 'text'),
        hand: texts('.hand [role="option"]', 'tile'),
        places: texts('.hand [role="option"]:not([aria-disabled="true"])', 'place').map(Number),
      });
    };
    once();
  });
}
