/**
 * Where a phone keeps its boards: IndexedDB, or, where a browser has none to give (private windows, a full disk), the page's
 * memory. Both are the same few verbs; a batch of changes is written as a whole or not at all.
 */

export type Table = 'phone' | 'boards' | 'told' | 'ops';

export type Change = { table: Table; put: object } | { table: Table; drop: string | number };

export interface Store {
  /** Does it outlive the page? */
  readonly lasting: boolean;
  read<Row>(table: Table, key: string): Promise<Row | undefined>;
  /** All rows, or of `ops` those of one board; operations in the order in which they were put. */
  list<Row>(table: Table, board?: string): Promise<Row[]>;
  write(changes: readonly Change[]): Promise<void>;
}

const NAME = 'paizhuo-board';
const VERSION = 1;
const PATIENCE = 4000; // ms; a browser that never answers has none
const KEYS: Record<Table, string> = { phone: 'name', boards: 'id', told: 'id', ops: 'n' };

type Kept = Record<string, unknown>;

export class MemoryStore implements Store {
  readonly lasting = false;
  readonly #tables: Record<Table, Map<unknown, Kept>> = { phone: new Map(), boards: new Map(), told: new Map(), ops: new Map() };
  #last = 0;

  read<Row>(table: Table, key: string): Promise<Row | undefined> {
    return Promise.resolve(structuredClone(this.#tables[table].get(key)) as Row | undefined);
  }

  list<Row>(table: Table, board?: string): Promise<Row[]> {
    const rows = [...this.#tables[table].values()].filter((row) => board === undefined || row['board'] === board);
    return Promise.resolve(structuredClone(rows) as Row[]);
  }

  write(changes: readonly Change[]): Promise<void> {
    for (const change of changes) {
      const rows = this.#tables[change.table];
      if ('drop' in change) rows.delete(change.drop);
      else {
        const row = structuredClone(change.put) as Kept;
        if (change.table === 'ops') this.#last = Math.max(this.#last, Number((row['n'] ??= this.#last + 1)));
        rows.set(row[KEYS[change.table]], row);
      }
    }
    return Promise.resolve();
  }
}

class IndexedStore implements Store {
  readonly lasting = true;

  constructor(private readonly database: IDBDatabase) {}

  read<Row>(table: Table, key: string): Promise<Row | undefined> {
    return answered<Row | undefined>(this.database.transaction(table).objectStore(table).get(key));
  }

  list<Row>(table: Table, board?: string): Promise<Row[]> {
    const rows = this.database.transaction(table).objectStore(table);
    return answered<Row[]>(board === undefined ? rows.getAll() : rows.index('board').getAll(board));
  }

  write(changes: readonly Change[]): Promise<void> {
    const tables = [...new Set(changes.map(({ table }) => table))];
    if (tables.length === 0) return Promise.resolve();
    return new Promise((done, failed) => {
      // `strict`: told as written only when it lies on the disk, so that what is shown as kept outlives an empty battery.
      const work = this.database.transaction(tables, 'readwrite', { durability: 'strict' });
      work.oncomplete = () => done();
      work.onabort = work.onerror = () => failed(work.error ?? new Error('not kept'));
      for (const change of changes) {
        const rows = work.objectStore(change.table);
        if ('drop' in change) rows.delete(change.drop);
        else rows.put(change.put);
      }
    });
  }
}

function answered<Value>(request: IDBRequest): Promise<Value> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result as Value);
    request.onerror = () => failed(request.error ?? new Error('not read'));
  });
}

function opened(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const late = setTimeout(() => failed(new Error('no answer')), PATIENCE);
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const table of Object.keys(KEYS) as Table[]) {
        const rows = request.result.createObjectStore(table, { keyPath: KEYS[table], autoIncrement: table === 'ops' });
        if (table === 'ops') rows.createIndex('board', 'board');
      }
    };
    request.onerror = () => failed(request.error ?? new Error('not opened'));
    request.onsuccess = () => {
      clearTimeout(late);
      request.result.onversionchange = () => request.result.close(); // a newer page changes the tables
      done(request.result);
    };
  });
}

let store: Promise<Store> | undefined;

/** The browser's store, opened once; without one the page's memory. */
export function openStore(): Promise<Store> {
  store ??= Promise.resolve()
    .then(opened)
    .then(
      (database) => new IndexedStore(database),
      () => new MemoryStore(),
    );
  return store;
}
