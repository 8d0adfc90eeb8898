/** Which page the address names, by the history API. Addresses are those that the server answers with the client. */

export type Route =
  | { page: 'home' }
  | { page: 'new' }
  | { page: 'room'; room: string }
  | { page: 'replay'; hand: string }
  | { page: 'rules'; game: string | null }
  | { page: 'learn' }
  | { page: 'open' }
  | { page: 'calc' }
  | { page: 'board'; board: string | null }
  | { page: 'house' }
  | { page: 'sheet'; game: string }
  | { page: 'compare' }
  | { page: 'drill' }
  | { page: 'api' }
  | { page: 'unknown' };

/** Pages without anything behind their name. */
const PLAIN = ['new', 'learn', 'open', 'calc', 'house', 'compare', 'drill', 'api'] as const;
const isPlain = (word: string): word is (typeof PLAIN)[number] => (PLAIN as readonly string[]).includes(word);

/** The route of a path; what is no page of the client is `unknown`. */
export function routeOf(path: string): Route {
  const [first = '', second = '', ...more] = path.split('/').slice(1);
  if (more.length > 1 || (more.length === 1 && more[0] !== '')) return { page: 'unknown' };
  if (second === '') {
    if (first === '') return { page: 'home' };
    if (isPlain(first)) return { page: first };
    if (first === 'rules') return { page: 'rules', game: null };
    if (first === 'board') return { page: 'board', board: null };
    return { page: 'unknown' };
  }
  if (first === 'r' && /^[\w-]{22}$/.test(second)) return { page: 'room', room: second };
  if (first === 'hand' && /^[\w-]+$/.test(second)) return { page: 'replay', hand: second };
  if (first === 'rules' && /^[a-z]+$/.test(second)) return { page: 'rules', game: second };
  if (first === 'sheet' && /^[a-z]+$/.test(second)) return { page: 'sheet', game: second };
  if (first === 'board' && /^[\w-]{22}$/.test(second)) return { page: 'board', board: second };
  return { page: 'unknown' };
}

let current: Route = $state.raw({ page: 'home' });
let hash = $state('');
let moves = $state(0);

export const router = {
  get route(): Route {
    return current;
  },
  /** What stands behind `#`, without it. */
  get hash(): string {
    return hash;
  },
  /** How often the page was changed since the client was loaded: at 0 the browser has set the focus itself. */
  get moves(): number {
    return moves;
  },
};

function read(): void {
  const next = routeOf(location.pathname);
  hash = location.hash.slice(1);
  if (JSON.stringify(next) !== JSON.stringify(current)) current = next;
}

/** Go to a page of the client. */
export function go(address: string): void {
  const before = location.pathname;
  history.pushState(null, '', address);
  if (location.pathname !== before) {
    moves += 1;
    window.scrollTo(0, 0);
  }
  read();
}

/** Change what stands behind `#` without a new entry in the history. */
export function setHash(next: string): void {
  if (next === location.hash.slice(1)) return;
  history.replaceState(history.state, '', next ? `#${next}` : location.pathname + location.search);
  hash = next;
}

/** Should the click be a step inside the client, and where to? */
export function addressOf(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  if (url.origin !== location.origin || routeOf(url.pathname).page === 'unknown') return null;
  if (url.pathname === location.pathname && url.hash) return null; // the browser's own jump on the page
  return url.pathname + url.search + url.hash;
}

/** Call once when the client starts. */
export function startRouter(): void {
  read();
  window.addEventListener('popstate', () => {
    const before = current;
    read();
    if (current !== before) moves += 1;
  });
  window.addEventListener('hashchange', read);
  document.addEventListener('click', (event) => {
    const address = addressOf(event);
    if (address === null) return;
    event.preventDefault();
    go(address);
  });
}
