/** The endpoints that people outside may want, each with an example. Nothing here is a rule: bodies are only sent. */

export interface Endpoint {
  /** Names its text `web.api.of.<name>`. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Of a POST. */
  readonly body?: unknown;
}

const SETTLED = {
  rules: 'nanchang',
  dealer: 3,
  indicator: '5z',
  seats: [
    { hand: '333m555567p22z57z' },
    { melds: ['peng 9s', 'chi 123s', 'an 1p'], river: '3m7z' },
    { claimed: { jing: { hand: [0, 1] } } },
    {},
  ],
  end: { by: 'discard', winners: [0], from: 1, tile: '6z' },
};

export const ENDPOINTS: readonly Endpoint[] = [
  { name: 'settle', method: 'POST', path: '/api/settle', body: SETTLED },
  { name: 'hand', method: 'POST', path: '/api/hand', body: { rules: 'nanchang', hand: '1123m456p789s1155z', indicator: '5z' } },
  { name: 'games', method: 'GET', path: '/api/rules' },
  { name: 'sheet', method: 'GET', path: '/api/rules/xinyu' },
  { name: 'rules', method: 'POST', path: '/api/rules', body: { rules: 'nanchang', preset: 'classic', options: { gang_an: 4 } } },
  { name: 'calc', method: 'POST', path: '/api/calc', body: { case: SETTLED } },
  { name: 'what_if', method: 'POST', path: '/api/calc/whatif', body: { case: SETTLED } },
  { name: 'differ', method: 'POST', path: '/api/calc/differ', body: { case: SETTLED, claim: { deltas: [12, 0, -6, -6] } } },
  { name: 'link_write', method: 'POST', path: '/api/link/write', body: { case: SETTLED } },
  { name: 'link', method: 'POST', path: '/api/link', body: { link: 'v1.q1YqKEotTi1RslJKySxOTixKKVbSUSoqzUktBgpVZOZVlirVAgA' } },
  { name: 'qr', method: 'POST', path: '/api/qr', body: { text: 'https://example.org/calc' } },
];

/** JSON to be read and changed: a key a line, and an entry a line of what is a list of objects. */
export function laid(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const lines = Object.entries(value).map(([key, inner]) => ` ${JSON.stringify(key)}: ${key === 'case' ? laid(inner).replaceAll('\n', '\n ') : listed(inner)}`);
  return `{\n${lines.join(',\n')}\n}`;
}

function listed(value: unknown): string {
  if (!Array.isArray(value) || !value.some((one) => typeof one === 'object')) return JSON.stringify(value);
  return `[\n${value.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n ]`;
}

/** What to type in a shell for the same request. */
export function curl(origin: string, endpoint: Endpoint, path: string, body: string): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const url = quoted(`${origin}${path}`);
  if (endpoint.method === 'GET') return `curl -s ${url}`;
  return `curl -s ${url} -H 'content-type: application/json' -d ${quoted(compact(body))}`;
}

/** One line where it is JSON; else as it was typed. */
function compact(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}

/** Indented where it is JSON; else as it came. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
}

export interface Other {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

interface Described {
  readonly paths: Record<string, Record<string, { summary?: string }>>;
}

/** All further routes of the description. */
export function others(told: Described): Other[] {
  const shown = new Set(ENDPOINTS.map((one) => `${one.method} ${one.path.replace('/xinyu', '/{game}')}`));
  return Object.entries(told.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, found]) => ({ method: method.toUpperCase(), path, summary: found.summary ?? '' })))
    .filter((one) => !shown.has(`${one.method} ${one.path}`))
    .map((one) => ({ ...one, path: one.path.replace(/\{(\w+)\}/g, ':$1') }));
}
