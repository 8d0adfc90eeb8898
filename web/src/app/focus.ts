/**
 * Nobody loses the focus: when what has it is taken away (a vote is over, the next hand begins), it goes on at the nearest
 * place that makes sense. Who works with keys or a screen reader would have to begin at the top of the page else.
 */

/** Where it goes on: the end of a hand, the own tiles, the page's heading, the page. */
const PLACES = ['#end', '.hand', 'main h1[tabindex]', '#main'];

let last: Element | null = null;

function goOn(): void {
  if (last === null || last.isConnected || document.activeElement !== document.body) return;
  last = null;
  for (const place of PLACES) {
    const found = document.querySelector<HTMLElement>(place);
    found?.focus({ preventScroll: true });
    if (document.activeElement === found) return;
  }
}

/** Call once when the client starts. */
export function keepFocus(): void {
  document.addEventListener('focusin', (event) => (last = event.target instanceof Element ? event.target : null));
  // A tap on nothing takes the focus away, and is meant to.
  document.addEventListener('pointerdown', () => (last = null));
  new MutationObserver(goOn).observe(document.body, { childList: true, subtree: true });
}
