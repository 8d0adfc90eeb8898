/**
 * What this phone has entered and the server has not yet acknowledged. An operation is kept before it is shown and dropped
 * only when the server has named it: a lost answer, a reload or a killed server cost nothing, since sending twice is harmless.
 */
import type { Change, Store } from './store';
import { MemoryStore } from './store';
import { alone } from './tabs';

/** What the outbox needs to know of an operation; what is in it is the server's business. */
export interface Op {
  id: string;
}

export interface KeptOp<O extends Op = Op> {
  n?: number; // the store's, in the order in which they were entered
  board: string;
  op: O;
  /** Has a request with it ever been on its way? Then only another operation takes it back. */
  sent: boolean;
  /** The server's sentence, where it will never take it; it waits until somebody has seen that. */
  refused: string | null;
}

export interface Acked<Told> {
  acked: readonly string[];
  refused: readonly { id: string; text: string }[];
  told: Told | null; // null: as before
}

/** Asks the server; `ops` in the order in which they were entered. */
export type Send<O extends Op, Told> = (ops: readonly O[]) => Promise<Acked<Told>>;

export interface Limits {
  ops: number; // of one request
  bytes: number;
}

export class Outbox<O extends Op, Told extends object> {
  #store: Store;
  #all: KeptOp<O>[] = [];

  constructor(
    readonly board: string,
    store: Store,
    private readonly limits: Limits,
  ) {
    this.#store = store;
  }

  get store(): Store {
    return this.#store;
  }

  /** Not yet acknowledged, in order. */
  get waiting(): KeptOp<O>[] {
    return this.#all.filter(({ refused }) => refused === null);
  }

  get refused(): KeptOp<O>[] {
    return this.#all.filter(({ refused }) => refused !== null);
  }

  /** As it is in the store, which other tabs change too. */
  async load(): Promise<void> {
    this.#all = await this.#store.list<KeptOp<O>>('ops', this.board);
  }

  /** Keep an operation; it is there when this resolves. */
  async add(op: O): Promise<void> {
    const row: KeptOp<O> = { board: this.board, op, sent: false, refused: null };
    await this.#write([{ table: 'ops', put: row }]);
    await this.load();
  }

  /** Take back what was entered last, if it never left the phone; else it takes an operation of its own. */
  drop(): Promise<O | null> {
    return this.#alone(async () => {
      await this.load();
      const last = this.waiting.at(-1);
      if (!last || last.sent) return null;
      await this.#write([{ table: 'ops', drop: last.n! }]);
      await this.load();
      return last.op;
    });
  }

  /** Put another one in the place of an operation that never left the phone; false: it may have, so it stays. */
  replace(op: O): Promise<boolean> {
    return this.#alone(async () => {
      await this.load();
      const row = this.waiting.find((one) => one.op.id === op.id);
      if (!row || row.sent) return false;
      await this.#write([{ table: 'ops', put: { ...row, op } }]);
      await this.load();
      return true;
    });
  }

  /** A refused operation was seen. */
  async forget(id: string): Promise<void> {
    const found = this.#all.find(({ op, refused }) => op.id === id && refused !== null);
    if (found?.n === undefined) return;
    await this.#write([{ table: 'ops', drop: found.n }]);
    await this.load();
  }

  /**
   * Sends what waits, as much as goes into one request, and asks how the board stands. What was acknowledged leaves the store
   * in the same breath as the new state enters it. Resolves to that state, and whether more is to be sent.
   */
  flush(send: Send<O, Told>): Promise<{ told: Told | null; more: boolean }> {
    return this.#alone(async () => {
      await this.load();
      const batch = this.#batch();
      const fresh = batch.filter(({ sent }) => !sent);
      if (fresh.length) {
        await this.#write(fresh.map((row) => ({ table: 'ops', put: { ...row, sent: true } })));
        await this.load();
      }
      const { acked, refused, told } = await send(batch.map(({ op }) => op));
      const changes: Change[] = [];
      for (const row of batch) {
        const refusal = refused.find(({ id }) => id === row.op.id);
        if (acked.includes(row.op.id)) changes.push({ table: 'ops', drop: row.n! });
        else if (refusal) changes.push({ table: 'ops', put: { ...row, sent: true, refused: refusal.text } });
      }
      if (told) changes.push({ table: 'told', put: { id: this.board, told } });
      await this.#write(changes);
      await this.load();
      // Nothing was said about what was sent: it is tried again later, not at once.
      const settled = batch.length === 0 || changes.some(({ table }) => table === 'ops');
      return { told, more: settled && this.waiting.length > 0 };
    });
  }

  #batch(): KeptOp<O>[] {
    const found: KeptOp<O>[] = [];
    let bytes = 0;
    for (const row of this.waiting) {
      bytes += new TextEncoder().encode(JSON.stringify(row.op)).length;
      if (found.length && (found.length >= this.limits.ops || bytes > this.limits.bytes)) break;
      found.push(row);
    }
    return found;
  }

  #alone<Value>(work: () => Promise<Value>): Promise<Value> {
    return alone(`paizhuo.board.${this.board}`, work);
  }

  /** Where the store fails (a full disk), what is there goes on in memory, and `store.lasting` says so. */
  async #write(changes: readonly Change[]): Promise<void> {
    try {
      await this.#store.write(changes);
    } catch (error) {
      if (!this.#store.lasting) throw error;
      const memory = new MemoryStore();
      const rows = await this.#store.list<KeptOp<O>>('ops', this.board).catch(() => this.#all);
      await memory.write(rows.map((row) => ({ table: 'ops', put: row })));
      this.#store = memory;
      await memory.write(changes);
    }
  }
}
