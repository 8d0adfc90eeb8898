/** One Chromium for a file of tests, and pages that report whatever goes wrong on them. */
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';

const ROOT = resolve(import.meta.dirname, '../..');
const PICTURES = join(ROOT, process.env.PAIZHUO_PICTURES === '1' ? 'docs/img' : '.cache/pictures');

/** The three shapes of screen that the table is designed for, and the smallest telephone. */
export const SIZES = {
  desktop: { width: 1280, height: 800 },
  portrait: { width: 390, height: 844 },
  landscape: { width: 844, height: 390 },
  smallest: { width: 360, height: 640 },
} as const;

export interface Visit {
  size?: keyof typeof SIZES;
  lang?: 'zh-CN' | 'en-GB';
  dark?: boolean;
  contrast?: boolean;
  still?: boolean; // reduced motion
  touch?: boolean; // by default where the screen is a telephone's
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
    args: ['--disable-background-networking', '--disable-component-update', '--no-first-run', '--lang=zh-CN'],
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

  private async newcomer(visit: Visit): Promise<BrowserContext> {
    const size = visit.size ?? 'desktop';
    const touch = visit.touch ?? size !== 'desktop';
    const context = await this.browser.newContext({
      viewport: SIZES[size],
      locale: visit.lang ?? 'zh-CN',
      colorScheme: visit.dark ? 'dark' : 'light',
      contrast: visit.contrast ? 'more' : 'no-preference',
      reducedMotion: visit.still ? 'reduce' : 'no-preference',
      hasTouch: touch,
      isMobile: touch,
    });
    this.contexts.add(context);
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
 * A picture of the page. It lies in docs/img when `make pictures` asks for that, else where nobody keeps it: no run of the
 * tests changes the repository.
 */
export async function picture(page: Page, name: string): Promise<string> {
  const path = join(PICTURES, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, animations: 'disabled' });
  return path;
}
