/** The page's line to its room with all that the pages of a room need of it. */
import { FINAL, RoomSocket, type Order, type ToldFor } from '$lib/socket.svelte';
import { TableStore } from '$lib/table.svelte';
import type { Notice, Said } from '$lib/wire';
import { heardOf, type Heard } from './heard';
import { muted } from './muted.svelte';

export type Ended = 'door' | 'kicked' | 'left' | 'gone' | 'refused';

const KEPT = 20; // phrases

const ENDS: readonly string[] = ['door', 'kicked', 'left', 'gone'] satisfies Notice['code'][];
const CODES: Record<number, Ended> = {
  [FINAL.kicked]: 'kicked',
  [FINAL.join]: 'door',
  [FINAL.gone]: 'gone',
  [FINAL.forbidden]: 'refused',
};

/** The address of a room's line. */
export const lineOf = (id: string): string => `${location.origin.replace(/^http/, 'ws')}/r/${id}/ws`;

export class Link {
  readonly store = new TableStore();
  readonly socket: RoomSocket;

  #now = $state(performance.now());
  #closed: Notice | null = $state.raw(null); // the last notice that was put away
  #heard: (Heard & { person: number })[] = $state.raw([]);
  readonly #clock: ReturnType<typeof setInterval>;

  constructor(readonly id: string) {
    this.socket = new RoomSocket(lineOf(id), this.store, { reload: () => location.reload() });
    this.#clock = setInterval(() => (this.#now = performance.now()), 1000);
  }

  /** Seconds since the line broke; null: it stands. */
  get waited(): number | null {
    const { lostAt, status } = this.socket;
    if (lostAt === null || status === 'closed') return null;
    return Math.max(0, Math.round((this.#now - lostAt) / 1000));
  }

  /** Why this page is out, for good. */
  get ended(): Ended | null {
    const said = this.store.notice?.code;
    if (this.socket.status !== 'closed') return null;
    return said !== undefined && ENDS.includes(said) ? (said as Ended) : (CODES[this.socket.code] ?? null);
  }

  /** What is to be shown in a line; what ends the visit has a page of its own. */
  get notice(): Notice['code'] | null {
    const { notice } = this.store;
    if (!notice || notice === this.#closed || ENDS.includes(notice.code)) return null;
    return notice.code;
  }

  forgetNotice(): void {
    this.#closed = this.store.notice;
  }

  send<O extends Order>(order: O): Promise<ToldFor<O>> {
    return this.socket.send(order);
  }

  /** A phrase that was said, for those who do not look at the table. */
  hear(said: Said): void {
    if (!this.store.room) return;
    const number = (this.#heard.at(-1)?.number ?? -1) + 1;
    this.#heard = [...this.#heard, { person: said.person, ...heardOf(number, said, this.store.room) }].slice(-KEPT);
  }

  get heard(): Heard[] {
    return this.#heard.filter((one) => !muted.has(this.id, one.person));
  }

  retry(): void {
    this.socket.retry();
  }

  close(): void {
    clearInterval(this.#clock);
    this.socket.close();
  }
}
