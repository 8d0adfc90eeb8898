/**
 * The page's line to its room. It comes back by itself (waiting longer each time), tells where it left off, and sends again
 * what was answered into a line that broke, if the question is still open.
 */
import { lang } from './i18n.svelte';
import { keep, recall } from './settings.svelte';
import type { TableStore } from './table.svelte';
import type { FromPage, HintTold, LinkTold, Place, Pong, Refused, Reply, ToPage, WhyTold } from './wire';
import { WIRE_VERSION } from './wire';

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

/** What a page may send; it gets its number here. */
export type Order = Unnumbered<Exclude<FromPage, { type: 'hello' }>>;
export type Told = Reply | Refused | WhyTold | HintTold | LinkTold | Pong;

/** What an order may be answered. */
export type ToldFor<O extends Order> = O extends { type: 'why' }
  ? WhyTold | Refused
  : O extends { type: 'hint' }
    ? HintTold | Refused
    : O extends { type: 'link' }
      ? LinkTold | Refused
      : O extends { type: 'ping' }
        ? Pong
        : Reply | Refused;

/** No reply came: the line is broken, or the server took too long. */
export class NoReply extends Error {}

export interface SocketOptions {
  token?: string | null;
  open?: (url: string) => WebSocket;
  reload?: () => void;
  random?: () => number;
}

/** Close codes after which coming back makes no sense. */
export const FINAL = { kicked: 4401, join: 4403, gone: 4404, forbidden: 1008 } as const;

const REPLY_MS = 10_000;
const WELCOME_MS = 15_000;
const PING_MS = 20_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const RELOAD_MS = 60_000;
const HAND = 'paizhuo.hand'; // with the address: the hand that was seen there last
const RELOADED = 'paizhuo.reloaded';

/** Milliseconds before try `attempt` (from 0): twice as long each time, half of it by chance. */
export function waitBefore(attempt: number, random: () => number): number {
  const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return full / 2 + (full / 2) * random();
}

interface Pending {
  order: Order;
  sent: boolean;
  resolve: (told: Told) => void;
  reject: (error: NoReply) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
  again: boolean; // was it sent before, into a line that broke?
}

export class RoomSocket {
  /** `waiting`: for the next try; `closed`: it will not come back, `code` says why. */
  status: 'connecting' | 'open' | 'waiting' | 'closed' = $state('connecting');
  code = $state(0);
  retryAt = $state(0); // performance.now() of the next try, while waiting
  lostAt: number | null = $state(null); // performance.now() when the line broke; null: it stands
  outdated = $state(false); // the server speaks another version: a reload is due

  readonly store: TableStore;
  readonly #url: string;
  readonly #options: SocketOptions;
  #line: WebSocket | null = null;
  #attempt = 0;
  #id = 0;
  #anew = false; // is the hand told from its beginning on this line?
  #kept = -1; // the hand that is kept for a reload
  #synced = false; // is the store as the server's state? Only then answers are sent again
  #pending = new Map<number, Pending>();
  #timer: ReturnType<typeof setTimeout> | undefined; // of the next try, the welcome, or the next ping
  #pinging = false;

  constructor(url: string, store: TableStore, options: SocketOptions = {}) {
    this.#url = url;
    this.store = store;
    this.#options = options;
    if (typeof window !== 'undefined') {
      window.addEventListener('online', this.#awake);
      document.addEventListener('visibilitychange', this.#awake);
    }
    this.#connect();
  }

  /** Sends an order; resolves with what it is answered. An answer waits for the line to come back, all else fails. */
  send<O extends Order>(order: O): Promise<ToldFor<O>> {
    const id = ++this.#id;
    return new Promise((answered, reject) => {
      const resolve = answered as (told: Told) => void;
      const pending: Pending = { order, sent: false, resolve, reject, timer: undefined, again: false };
      if (this.status === 'closed' || (!this.#ready && order.type !== 'answer')) {
        reject(new NoReply('no line'));
        return;
      }
      this.#pending.set(id, pending);
      if (this.#ready && (this.#synced || order.type !== 'answer')) this.#put(id, pending);
    });
  }

  /** Try now instead of later. */
  retry(): void {
    if (this.status === 'waiting') this.#connect();
  }

  /** Hang up for good. */
  close(): void {
    this.#end(1000);
    const line = this.#line;
    this.#line = null;
    line?.close(1000);
  }

  get #ready(): boolean {
    return this.status === 'open' && this.#line?.readyState === 1;
  }

  #end(code: number): void {
    clearTimeout(this.#timer);
    if (typeof window !== 'undefined') {
      window.removeEventListener('online', this.#awake);
      document.removeEventListener('visibilitychange', this.#awake);
    }
    this.code = code;
    this.status = 'closed';
    for (const id of [...this.#pending.keys()]) this.#fail(id);
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.status = 'connecting';
    this.#synced = false;
    const line = (this.#options.open ?? ((url) => new WebSocket(url)))(this.#url);
    this.#line = line;
    this.#timer = setTimeout(() => this.#drop(line), WELCOME_MS);
    line.onopen = () => {
      const { token = null } = this.#options;
      const hello: FromPage = { type: 'hello', version: WIRE_VERSION, lang: lang.now, resume: this.#place(), token };
      line.send(JSON.stringify(hello));
    };
    line.onmessage = (event: MessageEvent<string>) => {
      if (line === this.#line) this.#receive(JSON.parse(event.data) as ToPage);
    };
    line.onclose = (event) => {
      if (line === this.#line) this.#lost(event.code);
    };
  }

  /** Where the stream is to go on. A page that has just been loaded asks for the whole hand, so that its log is whole. */
  #place(): Place | null {
    const { place } = this.store;
    this.#anew = false;
    if (place || this.store.broken) return place;
    const hand = Number(recall(`${HAND} ${this.#url}`, 'session') ?? 0); // not known: perhaps it is the room's first
    this.#anew = Number.isInteger(hand) && hand >= 0;
    return this.#anew ? { hand, seq: -1 } : null;
  }

  /** Gives up a line that no longer answers, without waiting for it. */
  #drop(line: WebSocket): void {
    if (line !== this.#line) return;
    this.#lost(1006);
    line.close();
  }

  #lost(code: number): void {
    clearTimeout(this.#timer);
    this.#line = null;
    this.store.release(false);
    if ((Object.values(FINAL) as number[]).includes(code)) {
      this.#end(code);
      return;
    }
    this.code = code;
    this.status = 'waiting';
    this.lostAt ??= performance.now();
    for (const [id, pending] of [...this.#pending]) {
      if (pending.order.type !== 'answer') this.#fail(id);
      else {
        clearTimeout(pending.timer);
        pending.again ||= pending.sent;
        pending.sent = false;
      }
    }
    const wait = waitBefore(this.#attempt++, this.#options.random ?? Math.random);
    this.retryAt = performance.now() + wait;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #receive(message: ToPage): void {
    if (message.type === 'welcome') this.#welcomed(message.version);
    else if (this.status === 'open') this.#pingLater();
    const whole = !this.store.broken;
    this.store.receive(message);
    if (message.type === 'welcome' && message.resumed && this.#anew) this.store.hold();
    this.#keepHand();
    if (whole && this.store.broken) {
      const line = this.#line;
      if (line) this.#drop(line);
      return;
    }
    if (message.type === 'snapshot' && this.status === 'open') this.#catchUp();
    if (message.type === 'notice' && message.code === 'reload') this.outdated = true;
    if ('id' in message && typeof message.id === 'number') this.#told(message.id, message as Told);
    if (this.outdated && !this.store.ask) this.#reload();
  }

  #keepHand(): void {
    const { hand } = this.store;
    if (hand === this.#kept) return;
    this.#kept = hand;
    keep(`${HAND} ${this.#url}`, String(hand), 'session');
  }

  /** Once a minute at most: a page that stays old whatever it does must not reload for ever. */
  #reload(): void {
    const now = Date.now();
    if (now - Number(recall(RELOADED, 'session') ?? 0) < RELOAD_MS) return;
    keep(RELOADED, String(now), 'session');
    this.#options.reload?.();
  }

  #welcomed(version: number): void {
    this.status = 'open';
    this.#attempt = 0;
    this.lostAt = null;
    this.outdated ||= version !== WIRE_VERSION;
    // What is sent again after `resume` comes before the answer to this ping.
    const id = ++this.#id;
    const resolve = (): void => {
      this.store.release(true);
      const line = this.#line;
      if (this.store.broken && line) this.#drop(line);
      if (this.store.welcome?.resumed) this.#catchUp();
    };
    const reject = (): void => undefined;
    const pending: Pending = { order: { type: 'ping' }, sent: false, resolve, reject, timer: undefined, again: false };
    this.#pending.set(id, pending);
    this.#put(id, pending);
    this.#pingLater();
  }

  /** The store is as the server's state: answers go out now, if their question is still open. */
  #catchUp(): void {
    this.#synced = true;
    for (const [id, pending] of [...this.#pending]) {
      if (pending.order.type !== 'answer' || pending.sent) continue;
      if (this.store.ask?.decision === pending.order.decision) this.#put(id, pending);
      else this.#fail(id);
    }
  }

  #put(id: number, pending: Pending): void {
    pending.sent = true;
    pending.timer = setTimeout(() => this.#late(id), REPLY_MS);
    this.#line?.send(JSON.stringify({ ...pending.order, id }));
  }

  #late(id: number): void {
    const line = this.#line;
    const silent = this.#pending.get(id)?.order.type === 'ping';
    this.#fail(id);
    if (silent && line) this.#drop(line);
  }

  #fail(id: number): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    pending.reject(new NoReply('no reply'));
  }

  #told(id: number, message: Told): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    const { order } = pending;
    let told = message;
    if (order.type === 'answer') {
      const gone = message.type === 'refused' && (message.code === 'done' || message.code === 'stale');
      if (message.type === 'reply' || gone) this.store.answered(order.decision);
      // Sent twice and taken the first time: that is what was wanted.
      if (pending.again && message.type === 'refused' && message.code === 'done') told = { type: 'reply', id };
    }
    pending.resolve(told);
  }

  /** After a while without a word: is the other side still there? */
  #pingLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ping(), PING_MS);
  }

  async #ping(): Promise<void> {
    if (this.#pinging) return;
    this.#pinging = true;
    await this.send({ type: 'ping' }).catch(() => undefined);
    this.#pinging = false;
  }

  /** The device is back: do not wait for the next try, and do not trust a line that has slept. */
  #awake = (): void => {
    if (document.visibilityState === 'hidden') return;
    if (this.status === 'waiting') this.#connect();
    else if (this.status === 'open') void this.#ping();
  };
}
