import { describe, expect, test } from 'vitest';
import { newId, written } from '../../src/pages/board/ids';
import { better, keyIn, linkOf } from '../../src/pages/board/keys';
import { type Acked, Outbox } from '../../src/pages/board/outbox';
import { type Change, MemoryStore, type Store } from '../../src/pages/board/store';

interface Entered {
  id: string;
  text: string;
}

interface Told {
  texts: string[];
}

const LIMITS = { ops: 3, bytes: 4000 };
const op = (text: string): Entered => ({ id: newId(), text });

/** A server that keeps every operation once, in the order in which it came. */
class Server {
  readonly kept: Entered[] = [];
  readonly requests: number[] = [];
  /** What happens to the next requests: `lost` before the server, `unheard` after it. */
  readonly fate: ('lost' | 'unheard' | 'fine')[] = [];
  refuse: (op: Entered) => string | null = () => null;

  send = (ops: readonly Entered[]): Promise<Acked<Told>> => {
    const fate = this.fate.shift() ?? 'fine';
    this.requests.push(ops.length);
    if (fate === 'lost') return Promise.reject(new Error('lost'));
    const refused: { id: string; text: string }[] = [];
    for (const one of ops) {
      const text = this.refuse(one);
      if (text !== null) refused.push({ id: one.id, text });
      else if (!this.kept.some(({ id }) => id === one.id)) this.kept.push(one);
    }
    if (fate === 'unheard') return Promise.reject(new Error('unheard'));
    const acked = ops.map(({ id }) => id).filter((id) => !refused.some((one) => one.id === id));
    return Promise.resolve({ acked, refused, told: { texts: this.kept.map(({ text }) => text) } });
  };
}

/** A disk that is full from some moment on. */
class FullStore implements Store {
  readonly lasting = true;
  full = false;
  readonly #disk = new MemoryStore();
  read = <Row>(table: 'told', key: string): Promise<Row | undefined> => this.#disk.read<Row>(table, key);
  list = <Row>(table: 'ops', board?: string): Promise<Row[]> => this.#disk.list<Row>(table, board);
  write = (changes: readonly Change[]): Promise<void> =>
    this.full ? Promise.reject(new Error('QuotaExceededError')) : this.#disk.write(changes);
}

const box = (store: Store, board = 'b'): Outbox<Entered, Told> => new Outbox<Entered, Told>(board, store, LIMITS);
const texts = (outbox: Outbox<Entered, Told>): string[] => outbox.waiting.map(({ op: { text } }) => text);

/** Sends until nothing waits; what goes wrong is tried again. */
async function drain(outbox: Outbox<Entered, Told>, server: Server): Promise<void> {
  for (let round = 0; round < 50 && outbox.waiting.length > 0; round++) await outbox.flush(server.send).catch(() => undefined);
}

describe('what was entered', () => {
  test('is kept before anything is sent, and outlives a reload', async () => {
    const store = new MemoryStore();
    const before = box(store);
    for (const text of ['1', '2', '3']) await before.add(op(text));
    const after = box(store);
    await after.load();
    expect(texts(after)).toEqual(['1', '2', '3']);
  });

  test('leaves only when the server has named it', async () => {
    const [store, server] = [new MemoryStore(), new Server()];
    const outbox = box(store);
    await outbox.add(op('1'));
    server.fate.push('lost', 'unheard');
    for (const kept of [0, 1]) {
      await expect(outbox.flush(server.send)).rejects.toThrow();
      expect(server.kept).toHaveLength(kept);
      expect(texts(outbox)).toEqual(['1']);
    }
    const { told, more } = await outbox.flush(server.send);
    expect(more).toBe(false);
    expect(texts(outbox)).toEqual([]);
    expect(told).toEqual({ texts: ['1'] });
    expect(await store.read('told', 'b')).toEqual({ id: 'b', told: { texts: ['1'] } });
  });

  test('arrives once and in order, whatever is lost, unheard or reloaded between', async () => {
    const fates = ['lost', 'unheard', 'fine'] as const;
    for (let seed = 0; seed < 60; seed++) {
      const [store, server] = [new MemoryStore(), new Server()];
      let outbox = box(store);
      let chance = seed * 7919 + 1;
      const next = (most: number): number => (chance = (chance * 48271) % 2147483647) % most;
      const entered: string[] = [];
      for (let step = 0; step < 12; step++) {
        const what = next(4);
        if (what === 0) outbox = box(store);
        if (what < 3) {
          entered.push(String(step));
          await outbox.add(op(String(step)));
        }
        server.fate.push(fates[next(3)]!);
        if (next(2)) await outbox.flush(server.send).catch(() => undefined);
      }
      await outbox.load();
      await drain(outbox, server);
      expect(server.kept.map(({ text }) => text)).toEqual(entered);
      expect(await store.list('ops', 'b')).toEqual([]);
    }
  });

  test('goes in requests of no more than the server takes', async () => {
    const [outbox, server] = [box(new MemoryStore()), new Server()];
    for (let number = 0; number < 7; number++) await outbox.add(op(String(number)));
    await outbox.add(op('x'.repeat(3990)));
    await outbox.add(op('9'));
    expect((await outbox.flush(server.send)).more).toBe(true);
    await drain(outbox, server);
    expect(server.requests).toEqual([3, 3, 1, 1, 1]);
    expect(server.kept).toHaveLength(9);
  });

  test('is shared by the tabs of a phone: both may send it, it arrives once', async () => {
    const [store, server] = [new MemoryStore(), new Server()];
    const [one, other] = [box(store), box(store)];
    await one.add(op('a'));
    await other.add(op('b'));
    await Promise.all([one.flush(server.send), other.flush(server.send), one.add(op('c'))]);
    await one.load();
    await drain(one, server);
    expect(server.kept.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    await other.load();
    expect(other.waiting).toEqual([]);
  });

  test('of other boards stays where it is', async () => {
    const [store, server] = [new MemoryStore(), new Server()];
    await box(store, 'other').add(op('other'));
    const outbox = box(store);
    await outbox.add(op('own'));
    await outbox.flush(server.send);
    expect(server.kept.map(({ text }) => text)).toEqual(['own']);
    expect(await store.list('ops', 'other')).toHaveLength(1);
  });
});

describe('taken back', () => {
  test('on the phone itself, as long as it never left it', async () => {
    const [outbox, server] = [box(new MemoryStore()), new Server()];
    await outbox.add(op('1'));
    await outbox.add(op('2'));
    expect((await outbox.drop())?.text).toBe('2');
    await drain(outbox, server);
    expect(server.kept.map(({ text }) => text)).toEqual(['1']);
  });

  test('not on the phone once it may have arrived', async () => {
    const [store, server] = [new MemoryStore(), new Server()];
    const outbox = box(store);
    await outbox.add(op('1'));
    server.fate.push('unheard');
    await outbox.flush(server.send).catch(() => undefined);
    expect(await box(store).drop()).toBeNull();
    expect(texts(outbox)).toEqual(['1']);
  });
});

describe('what the server will never take', () => {
  test('does not hold up the rest, and waits until it was seen', async () => {
    const [store, server] = [new MemoryStore(), new Server()];
    const outbox = box(store);
    server.refuse = ({ text }) => (text === 'bad' ? 'No such hand.' : null);
    for (const text of ['1', 'bad', '2']) await outbox.add(op(text));
    expect(await outbox.flush(server.send)).toMatchObject({ more: false });
    expect(server.kept.map(({ text }) => text)).toEqual(['1', '2']);
    const after = box(store);
    await after.load();
    expect(after.refused.map(({ refused }) => refused)).toEqual(['No such hand.']);
    await after.forget(after.refused[0]!.op.id);
    expect(await store.list('ops', 'b')).toEqual([]);
  });

  test('nothing is said about it: it is not sent again at once', async () => {
    const outbox = box(new MemoryStore());
    await outbox.add(op('1'));
    const silent = (): Promise<Acked<Told>> => Promise.resolve({ acked: [], refused: [], told: null });
    expect(await outbox.flush(silent)).toEqual({ told: null, more: false });
    expect(texts(outbox)).toEqual(['1']);
  });
});

test('Where the disk is full the page says so and goes on in memory, with all that waits', async () => {
  const [store, server] = [new FullStore(), new Server()];
  const outbox = box(store);
  await outbox.add(op('1'));
  store.full = true;
  await outbox.add(op('2'));
  expect(outbox.store.lasting).toBe(false);
  await outbox.add(op('3'));
  expect(texts(outbox)).toEqual(['1', '2', '3']);
  await drain(outbox, server);
  expect(server.kept.map(({ text }) => text)).toEqual(['1', '2', '3']);
});

describe('names and keys', () => {
  test('an id is 128 bits as base64url', () => {
    expect(written(new Uint8Array(16))).toBe('A'.repeat(22));
    expect(written(new Uint8Array(16).fill(255))).toBe(`${'_'.repeat(21)}w`);
    const ids = Array.from({ length: 500 }, newId);
    expect(new Set(ids).size).toBe(500);
    for (const id of ids) {
      expect(id).toMatch(/^[\w-]{22}$/);
      expect(written(new Uint8Array(Buffer.from(id, 'base64url')))).toBe(id);
    }
  });

  test('a link says what it allows, and the better of two is kept', () => {
    const [view, write, host] = (['view', 'write', 'host'] as const).map((right) => ({ right, key: newId() }));
    const board = newId();
    for (const key of [view!, write!, host!]) expect(keyIn(linkOf(board, key).split('#')[1]!)).toEqual(key);
    for (const hash of ['', 'w.', 'x.AAAAAAAAAAAAAAAAAAAAAA', `w.${'A'.repeat(23)}`, 'v1.abc']) expect(keyIn(hash)).toBeNull();
    expect(better(write!, view!)).toBe(write);
    expect(better(view!, write!)).toBe(write);
    expect(better(null, view!)).toBe(view);
  });
});
