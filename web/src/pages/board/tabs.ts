/** Several tabs of one phone: one of them sends at a time, and each hears what another has kept. */

const HELD_MS = 8000; // a tab that sleeps may hold the lock; sending twice is harmless, so nobody waits longer

const chains = new Map<string, Promise<unknown>>();

/** Work that no other tab does meanwhile; in browsers without locks, no other place on this page. */
export function alone<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const { locks } = navigator as Partial<Navigator>; // there are none without HTTPS
  if (!locks) return queued(name, work);
  let begun = false;
  const once = (): Promise<Value> => {
    begun = true;
    return work();
  };
  return locks.request(name, { signal: AbortSignal.timeout(HELD_MS) }, once).catch((error: unknown) => {
    if (!begun) return queued(name, work);
    throw error;
  }) as Promise<Value>;
}

function queued<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const before = chains.get(name) ?? Promise.resolve();
  const next = before.then(work, work);
  chains.set(
    name,
    next.catch(() => undefined),
  );
  return next;
}

/** Tells other tabs that something of a board has changed, and hears it from them. */
export class Neighbours {
  readonly #channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('paizhuo.board') : null;

  constructor(board: string, changed: () => void) {
    if (this.#channel) this.#channel.onmessage = ({ data }) => void (data === board && changed());
  }

  tell(board: string): void {
    this.#channel?.postMessage(board);
  }

  close(): void {
    this.#channel?.close();
  }
}

/**
 * Does the browser keep what this page has stored? `ask`: it is asked to, and may ask the person. False: it may drop everything
 * when the disk is full, or after some weeks without a visit; without HTTPS it cannot be asked.
 */
export async function stays(ask: boolean): Promise<boolean> {
  const { storage } = navigator as Partial<Navigator>;
  try {
    return ((await storage?.persisted?.()) || (ask && (await storage?.persist?.()))) ?? false;
  } catch {
    return false;
  }
}
