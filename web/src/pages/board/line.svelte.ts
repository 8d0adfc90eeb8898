/**
 * A board as this page has it: what the server told last, what this phone has entered since, and how things stand between
 * them. It asks every few seconds while somebody looks, at once when the network comes back, and less often while it fails.
 */
import { lang } from '$lib/i18n.svelte';
import type { BoardOp, BoardTold } from '$lib/wire';
import { Failure } from '../../app/api';
import { ownName } from '../../app/names';
import { newId } from './ids';
import type { Key } from './keys';
import { type KeptTold, type MyBoard, openBoard, phoneSecret } from './mine';
import { type KeptOp, type Limits, Outbox } from './outbox';
import { type Store, openStore } from './store';
import { Neighbours } from './tabs';
import { type Transport, transport as http } from './transport';

/** `offline`: no server; `denied`: it does not take the key; `gone`: it has no such board; `failed`: it said no. */
export type Trouble = '' | 'offline' | 'denied' | 'gone' | 'failed';

/** An operation before it has a name. */
export interface Wish {
  kind: BoardOp['kind'];
  hand?: string;
  base?: number;
  after?: string;
  before?: string;
  body?: object;
}

/** Without what says nothing. */
function compact(body: object): Record<string, unknown> {
  const plain = $state.snapshot(body) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== null && value !== undefined && value !== ''));
}

const LIMITS: Limits = { ops: 64, bytes: 12_000 };
const EVERY = 2500; // ms between questions while somebody looks
const FIRST_WAIT = 1500;
const LONGEST_WAIT = 30_000;

export interface LineOptions {
  store?: Store;
  transport?: Transport;
  random?: () => number;
}

export class BoardLine {
  /** Null until it is opened; a board without a key stays null. */
  mine: MyBoard | null = $state.raw(null);
  told: BoardTold | null = $state.raw(null);
  waiting: KeptOp<BoardOp>[] = $state.raw([]);
  refused: KeptOp<BoardOp>[] = $state.raw([]);
  opened = $state(false);
  lasting = $state(true); // does what is entered outlive the page?
  trouble: Trouble = $state('');
  words = $state(''); // the server's, when it said no
  since: number | null = $state(null); // ms since 1970: since when the server has not answered
  sending = $state(false);

  #outbox: Outbox<BoardOp, KeptTold> | null = null;
  #device = '';
  #mark = '';
  #lang = '';
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;
  #again = false;
  #closed = false;
  readonly #neighbours: Neighbours;
  readonly #transport: Transport;
  readonly #random: () => number;

  constructor(
    readonly id: string,
    given: Key | null,
    private readonly options: LineOptions = {},
  ) {
    this.#transport = options.transport ?? http;
    this.#random = options.random ?? Math.random;
    this.#neighbours = new Neighbours(id, () => void this.#reload());
    void this.#open(given);
  }

  /** Enter something: kept on this phone first, then shown, then sent. Resolves to the operation's id once it is kept. */
  async enter(wish: Wish): Promise<string> {
    if (!this.#outbox || !this.mine) throw new Error('not opened');
    await this.#introduce();
    const op = this.#named(wish);
    await this.#outbox.add(op);
    this.#show();
    this.#neighbours.tell(this.id);
    void this.now();
    return op.id;
  }

  /** Change a hand. What waits on this phone is changed where it lies, so that one change is sent and not two. */
  async change(hand: string, version: number, body: object): Promise<string> {
    const own = this.waiting.filter(({ op }) => op.hand === hand && ['add', 'edit', 'withdraw'].includes(op.kind));
    const last = own.at(-1);
    if (last && last.op.kind !== 'withdraw' && this.#outbox) {
      const op = { ...last.op, body: compact(body) };
      if (await this.#outbox.replace(op)) {
        this.#show();
        this.#neighbours.tell(this.id);
        void this.now();
        return op.id;
      }
    }
    return this.enter({ kind: 'edit', hand, base: version + own.length, body });
  }

  /** Withdraw a hand; `version`: as the page sees it, 0 where the server has not seen it. */
  withdraw(hand: string, version: number): Promise<string> {
    const own = this.waiting.filter(({ op }) => op.hand === hand && ['add', 'edit', 'withdraw'].includes(op.kind));
    return this.enter({ kind: 'withdraw', hand, base: version + own.length });
  }

  /** What undo would take back. `unsent`: it never left the phone, so nobody else has seen it. */
  get undoable(): { op: BoardOp | null; unsent: boolean } | null {
    const last = this.waiting.at(-1);
    if (!last) return this.told?.undo ? { op: null, unsent: false } : null;
    if (last.op.kind === 'undo' || last.op.kind === 'device') return null;
    return { op: last.op, unsent: !last.sent };
  }

  /** Takes back what this phone entered last: on the phone itself as long as it was never sent. */
  async undo(): Promise<void> {
    if (!this.undoable) return;
    const dropped = await this.#outbox?.drop();
    this.#show();
    this.#neighbours.tell(this.id);
    if (dropped) return;
    const last = this.waiting.at(-1)?.op.id ?? this.told?.undo?.op;
    if (last) await this.enter({ kind: 'undo', body: { op: last } });
  }

  /** A refused operation was read. */
  async putAway(op: string): Promise<void> {
    await this.#outbox?.forget(op);
    this.#show();
    this.#neighbours.tell(this.id);
  }

  /** Ask now. */
  now(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    clearTimeout(this.#timer);
    this.#running = this.#rounds().finally(() => {
      this.#running = null;
      this.#plan();
    });
    return this.#running;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#neighbours.close();
    if (typeof window === 'undefined') return;
    window.removeEventListener('online', this.#awake);
    document.removeEventListener('visibilitychange', this.#awake);
  }

  async #open(given: Key | null): Promise<void> {
    const store = this.options.store ?? (await openStore());
    this.#device = await phoneSecret(store);
    this.mine = await openBoard(store, this.id, given);
    this.#outbox = new Outbox<BoardOp, KeptTold>(this.id, store, LIMITS);
    await this.#reload();
    this.opened = true;
    if (!this.mine || this.#closed) return;
    if (typeof window !== 'undefined') {
      window.addEventListener('online', this.#awake);
      document.addEventListener('visibilitychange', this.#awake);
    }
    await this.now();
  }

  /** From the store: after opening, and when another tab has changed it. */
  async #reload(): Promise<void> {
    const outbox = this.#outbox;
    if (!outbox) return;
    await outbox.load();
    const kept = await outbox.store.read<{ told: KeptTold }>('told', this.id);
    if (kept) this.#take(kept.told);
    this.#show();
  }

  #take({ board, mark, lang: spoken }: KeptTold): void {
    if (this.told && board.operations < this.told.operations) return; // an older answer, from another tab
    this.told = board;
    this.#mark = mark;
    this.#lang = spoken;
  }

  #show(): void {
    if (!this.#outbox) return;
    this.waiting = this.#outbox.waiting;
    this.refused = this.#outbox.refused;
    this.lasting = this.#outbox.store.lasting;
  }

  #named({ kind, hand = '', base = 0, after = '', before = '', body = {} }: Wish): BoardOp {
    return { id: newId(), kind, hand, base, after, before, body: compact(body), made: Date.now() };
  }

  /** What this phone is called is told before the first thing that it enters. */
  async #introduce(): Promise<void> {
    if (this.mine?.called === '') await this.call(ownName());
  }

  /** Give this phone a name; the others see it beside what it has entered. */
  async call(name: string): Promise<void> {
    if (!this.mine || !this.#outbox) return;
    await this.#outbox.add(this.#named({ kind: 'device', body: { name } }));
    await this.#keepMine({ ...this.mine, called: name });
    this.#show();
    void this.now();
  }

  async #keepMine(mine: MyBoard): Promise<void> {
    this.mine = mine;
    await this.#outbox?.store.write([{ table: 'boards', put: mine }]).catch(() => undefined);
  }

  async #rounds(): Promise<void> {
    do {
      this.#again = false;
      const more = await this.#round();
      this.#again ||= more;
    } while (this.#again && !this.#closed && this.trouble === '');
  }

  async #round(): Promise<boolean> {
    const outbox = this.#outbox;
    if (!outbox || !this.mine) return false;
    this.sending = this.waiting.length > 0 || this.mine.draft !== null;
    try {
      const { told, more } = await outbox.flush((ops) => this.#ask(ops));
      this.#arrived();
      if (told) {
        this.#take(told);
        await this.#remember(told.board);
        this.#neighbours.tell(this.id);
      }
      return more;
    } catch (error) {
      this.#failed(error);
      return false;
    } finally {
      this.sending = false;
      this.#show();
    }
  }

  async #ask(ops: readonly BoardOp[]): Promise<{ acked: string[]; refused: { id: string; text: string }[]; told: KeptTold | null }> {
    const { mine } = this;
    if (!mine) throw new Failure('', 404);
    if (mine.draft) {
      await this.#transport.create(this.id, mine.key.key, mine.draft);
      await this.#keepMine({ ...mine, draft: null });
    }
    const spoken = lang.now;
    const since = this.#lang === spoken ? this.#mark : '';
    const answer = await this.#transport.sync(this.id, mine.key.key, { device: this.#device, since, ops: [...ops] });
    const told = answer.board ? { board: answer.board, mark: answer.mark, lang: spoken } : null;
    return { acked: answer.taken, refused: answer.refused, told };
  }

  /** The list of boards shows the title and the game without opening each. */
  async #remember(board: BoardTold): Promise<void> {
    const { mine } = this;
    const title = board.title || board.players.map(({ name }) => name).join(' ');
    const game = board.rules.at(-1)?.game ?? '';
    if (!mine || (mine.title === title && mine.game === game)) return;
    await this.#keepMine({ ...mine, title, game });
  }

  #arrived(): void {
    this.trouble = '';
    this.words = '';
    this.since = null;
    this.#failures = 0;
  }

  #failed(error: unknown): void {
    this.#failures += 1;
    const status = error instanceof Failure ? error.status : -1;
    this.words = error instanceof Error ? error.message : String(error);
    if (status === 401 || status === 403) this.trouble = 'denied';
    else if (status === 404) this.trouble = 'gone';
    else if (status === 0 || status === 408 || status === 429 || status >= 500) {
      this.trouble = 'offline';
      this.since ??= Date.now();
    } else this.trouble = 'failed';
  }

  #plan(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const unseen = typeof document !== 'undefined' && document.hidden;
    if (unseen && this.waiting.length === 0) return; // until somebody looks again
    const full = this.#failures ? Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(this.#failures - 1, 8)) : EVERY;
    this.#timer = setTimeout(() => void this.now(), full * (this.#failures ? 0.5 + this.#random() / 2 : 1));
  }

  #awake = (): void => {
    if (typeof document === 'undefined' || !document.hidden) void this.now();
  };
}

