/** One Chromium for a file of tests, and pages that report whatever goes wrong on them. */
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';

const ROOT = resolve(import.meta.dirname, '../..');
/** `1`: those of the documents are taken anew; `all`: every picture is taken. Else only those of failures are. */
const WANTED = process.env.PAIZHUO_PICTURES ?? '';
/** The pictures of the documents; all others lie where nobody keeps them. */
const KEPT = new Set([
  ...['table', 'phone', 'phone-landscape', 'settlement', 'replay', 'lobby', 'table-dark-en'],
  ...['calc-quick', 'board-normal', 'house-question', 'drill'],
]);

/** The three shapes of screen that the table is designed for, and the smallest telephone. */
export const SIZES = {
  desktop: { width: 1280, height: 800 },
  portrait: { width: 390, height: 844 },
  landscape: { width: 844, height: 390 },
  smallest: { width: 360, height: 640 },
} as const;

/** A name of this machine that a browser does not trust as it trusts 127.0.0.1: plain http, as in a local network. */
export const LAN_NAME = 'table.home.test';

export interface Visit {
  size?: keyof typeof SIZES;
  lang?: 'zh-CN' | 'en-GB';
  dark?: boolean;
  contrast?: boolean;
  moving?: boolean; // with motion; most tests do without, on which nothing but looks depends
  touch?: boolean; // by default where the screen is a telephone's
  notes?: boolean; // the three notes of a first hand, which are put away else
  settings?: Record<string, string | boolean>; // as the client stores them; without sound unless they say so
  /** Complaints of the page that the test provokes on purpose, such as the 404 of a page that is not there. */
  allow?: readonly RegExp[];
  /** A page of the same visitor; its cookies and its storage are shared. */
  beside?: Page;
}

export async function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM;
  if (!executablePath) throw new Error('CHROMIUM names no browser; `make test SUITE=e2e` sets it.');
  const root = process.getuid?.() === 0;
  return chromium.launch({
    executablePath,
    chromiumSandbox: !root, // Chromium refuses to be root in its sandbox
    args: [
      '--disable-gpu', // there is none; pretending costs more than drawing
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--lang=zh-CN',
      `--host-resolver-rules=MAP ${LAN_NAME} 127.0.0.1`,
    ],
  });
}

/** The pages of one test. */
export class Visitors {
  private readonly contexts = new Set<BrowserContext>();
  /** What went wrong on any page: broken policy, errors, requests to third parties. */
  readonly problems: string[] = [];

  constructor(
    private readonly browser: Browser,
    private readonly origin: string,
  ) {}

  /** Opens a page as a new visitor, or as another page of one who is there. */
  async open(path: string, visit: Visit = {}): Promise<Page> {
    const context = visit.beside?.context() ?? (await this.newcomer(visit));
    const page = await context.newPage();
    this.listen(page, visit.allow ?? []);
    await page.goto(this.origin + path);
    return page;
  }

  async close(): Promise<void> {
    for (const context of this.contexts) await context.close();
    this.contexts.clear();
  }

  /** Every page that is open, for the picture of a failure. */
  pages(): Page[] {
    return [...this.contexts].flatMap((context) => context.pages());
  }

  /** What no page may show: names of texts instead of the texts, holes in sentences, another language than it says. */
  async proofread(): Promise<void> {
    for (const page of this.pages()) {
      const found = await page.evaluate(misprints);
      for (const text of found) this.problems.push(`Words on ${new URL(page.url()).pathname}: ${text}`);
    }
  }

  private async newcomer(visit: Visit): Promise<BrowserContext> {
    const size = visit.size ?? 'desktop';
    const touch = visit.touch ?? size !== 'desktop';
    const context = await this.browser.newContext({
      viewport: SIZES[size],
      locale: visit.lang ?? 'zh-CN',
      colorScheme: visit.dark ? 'dark' : 'light',
      contrast: visit.contrast ? 'more' : 'no-preference',
      reducedMotion: visit.moving ? 'no-preference' : 'reduce',
      hasTouch: touch,
      isMobile: touch,
    });
    this.contexts.add(context);
    await context.addInitScript(
      ([notes, settings]) => {
        if (origin === 'null') return; // an empty page has no storage
        if (!notes) localStorage.setItem('paizhuo.notes', 'jing buttons why');
        if (localStorage.getItem('paizhuo.settings') === null) localStorage.setItem('paizhuo.settings', settings);
      },
      [visit.notes ?? false, JSON.stringify({ sound: false, ...visit.settings })] as const,
    );
    await context.exposeBinding('paizhuoViolation', (_, text: string) => {
      this.problems.push(`Content-Security-Policy: ${text}`);
    });
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const told = `${event.violatedDirective} of ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`;
        (globalThis as unknown as { paizhuoViolation: (text: string) => void }).paizhuoViolation(told);
      });
    });
    return context;
  }

  private listen(page: Page, allow: readonly RegExp[]): void {
    const tell = (text: string): void => {
      if (!allow.some((expected) => expected.test(text))) this.problems.push(text);
    };
    page.on('pageerror', (error) => tell(`Error on the page: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') tell(`Console: ${message.text()} (${message.location().url})`);
    });
    page.on('request', (request) => {
      const url = new URL(request.url());
      const own = url.origin === this.origin || ['data:', 'blob:'].includes(url.protocol);
      if (!own) tell(`Request to a third party: ${request.url()}`);
    });
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).host !== new URL(this.origin).host) tell(`Socket to a third party: ${socket.url()}`);
    });
  }
}

/**
 * A picture of the page, where pictures are wanted. It lies in docs/img when `make pictures` takes one that the documents
 * show, else in the cache: no other run of the tests changes the repository.
 */
export async function picture(page: Page, name: string): Promise<void> {
  const failed = name.startsWith('failed/');
  const kept = WANTED === '1' && KEPT.has(name);
  if (!failed && !kept && WANTED !== 'all') return;
  const path = join(ROOT, kept ? 'docs/img' : '.cache/pictures', `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, animations: 'disabled' });
}

/** Waits until a page has all that it shows. */
export async function shown(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await page.locator('.p-waiting').waitFor({ state: 'detached' });
}

/** Runs in the page. */
function misprints(): string[] {
  const said = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'];
  const words = [document.title, document.body.innerText];
  for (const element of document.querySelectorAll(said.map((name) => `[${name}]`).join())) {
    for (const name of said) words.push(element.getAttribute(name) ?? '');
  }
  const bad = /\b(?:web|game)\.[a-z]+\.?[\w.]*|\{\w+\}|\bundefined\b|\bNaN\b|\[object \w+\]/;
  const found = words.flatMap((text) => bad.exec(text)?.[0] ?? []);
  if (!/^(?:zh-CN|en)$/.test(document.documentElement.lang)) found.push(`lang="${document.documentElement.lang}"`);
  return [...new Set(found)];
}
