import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../src/app/api';
import { newId } from '../../src/pages/board/ids';
import { BoardLine } from '../../src/pages/board/line.svelte';
import { keepBoard } from '../../src/pages/board/mine';
import { MemoryStore } from '../../src/pages/board/store';
import type { Transport } from '../../src/pages/board/transport';
import type { BoardCreate, BoardOp, BoardSync, BoardSynced, BoardTold } from '../../src/lib/wire';

const DRAFT: BoardCreate = { names: ['A', 'B', 'C', 'D'], game: 'nanchang' };

/** A server that keeps operations, and can be away. */
class Server implements Transport {
  status = 200; // 0: away
  deaf = 0; // answers that get lost
  made: string[] = [];
  ops: BoardOp[] = [];
  asked: BoardSync[] = [];

  create = (board: string): Promise<unknown> => {
    if (this.status !== 200) return Promise.reject(new Failure('no', this.status));
    this.made.push(board);
    return Promise.resolve({});
  };

  sync = (board: string, _: string, said: BoardSync): Promise<BoardSynced> => {
    if (this.status !== 200) return Promise.reject(new Failure('no', this.status));
    this.asked.push(said);
    for (const op of said.ops ?? []) if (!this.ops.some(({ id }) => id === op.id)) this.ops.push(op);
    if (this.deaf-- > 0) return Promise.reject(new Failure('no', 0));
    const mark = String(this.ops.length + 1);
    return Promise.resolve({ mark, taken: (said.ops ?? []).map(({ id }) => id), refused: [], board: said.since === mark ? null : this.told(board) });
  };

  told(id: string): BoardTold {
    const last = this.ops.at(-1);
    const undo = last ? { op: last.id, kind: last.kind, hand: '', text: '' } : null;
    return { id, title: 'T', operations: this.ops.length, players: [], rules: [{ game: 'xinyu' }], devices: [], undo } as unknown as BoardTold;
  }
}

let [store, server, id, lines] = [new MemoryStore(), new Server(), newId(), [] as BoardLine[]];

async function opened(given = { right: 'host', key: newId() } as const): Promise<BoardLine> {
  const line = new BoardLine(id, given, { store, transport: server, random: () => 1 });
  lines.push(line);
  await vi.waitFor(() => expect(line.opened).toBe(true));
  await line.now();
  return line;
}

const hand = (line: BoardLine): Promise<string> => line.enter({ kind: 'add', hand: newId(), body: { entry: 'points', points: [1, -1, 0, 0], note: '', next: null } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  vi.stubGlobal('localStorage', undefined);
  [store, server, id, lines] = [new MemoryStore(), new Server(), newId(), []];
});

afterEach(() => {
  for (const line of lines) line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('A board that was made without the server is there, and is told to it later', async () => {
  server.status = 0;
  await keepBoard(store, { id, key: { right: 'host', key: newId() }, draft: DRAFT, title: '', game: '', used: 0, called: '' });
  const line = await opened();
  expect(line).toMatchObject({ trouble: 'offline', told: null });
  expect(line.mine?.draft).toEqual(DRAFT);
  await hand(line);
  await line.now();
  server.status = 200;
  await line.now();
  await vi.waitFor(() => expect(line.waiting).toEqual([]));
  expect(server.made).toEqual([id]);
  expect(server.ops.map(({ kind }) => kind)).toEqual(['device', 'add']);
  expect(line).toMatchObject({ trouble: '', since: null, mine: { draft: null, title: 'T', game: 'xinyu' } });
});

test('What says nothing is not sent', async () => {
  const line = await opened();
  await hand(line);
  await vi.waitFor(() => expect(server.ops).toHaveLength(2));
  expect(server.ops[1]?.body).toEqual({ entry: 'points', points: [1, -1, 0, 0] });
});

test('It asks again by itself, less often while it fails, and at once when told to', async () => {
  const line = await opened();
  const before = server.asked.length;
  await vi.advanceTimersByTimeAsync(2600);
  await vi.waitFor(() => expect(server.asked.length).toBeGreaterThan(before));
  expect(server.asked.at(-1)?.since).toBe('1');
  server.status = 503;
  await line.now();
  expect(line.trouble).toBe('offline');
  expect(line.since).not.toBeNull();
  server.status = 200;
  await line.now();
  expect(line.trouble).toBe('');
});

test('A lost answer: the same operation is sent again, once it counts', async () => {
  const line = await opened();
  server.deaf = 1;
  await hand(line);
  await vi.waitFor(() => expect(line.trouble).toBe('offline'));
  expect(line.waiting.length).toBeGreaterThan(0);
  await line.now();
  await vi.waitFor(() => expect(line.waiting).toEqual([]));
  expect(server.ops).toHaveLength(2);
});

test('Undo takes back on the phone what never left it, and else says so to the server', async () => {
  server.status = 0;
  const line = await opened();
  await hand(line);
  await line.now();
  await line.now();
  // It has been on its way: the request failed, but nobody knows where.
  expect(line.undoable).toMatchObject({ unsent: false });
  await line.undo();
  expect(line.waiting.map(({ op }) => op.kind)).toEqual(['device', 'add', 'undo']);
  expect(line.undoable).toBeNull();
  // What came after it was not sent with any request so far.
  vi.spyOn(line, 'now').mockResolvedValue();
  await hand(line);
  expect(line.undoable).toMatchObject({ unsent: true });
  await line.undo();
  expect(line.waiting).toHaveLength(3);
  vi.mocked(line.now).mockRestore();
  server.status = 200;
  await line.now();
  await vi.waitFor(() => expect(line.waiting).toEqual([]));
  expect(server.ops.map(({ kind }) => kind)).toEqual(['device', 'add', 'undo']);
  expect(server.ops[2]?.body).toEqual({ op: server.ops[1]?.id });
});

test('A change of what waits is one operation; of what is known it names the version that was seen', async () => {
  const line = await opened();
  await line.change('h', 3, { entry: 'points', points: [0, 0, 0, 0] });
  await vi.waitFor(() => expect(server.ops).toHaveLength(2));
  expect(server.ops[1]).toMatchObject({ kind: 'edit', hand: 'h', base: 3 });
  await line.withdraw('h', 4);
  await vi.waitFor(() => expect(server.ops).toHaveLength(3));
  expect(server.ops[2]).toMatchObject({ kind: 'withdraw', base: 4 });
});

test('A key that is not taken, a board that is not there', async () => {
  server.status = 403;
  const line = await opened();
  expect(line.trouble).toBe('denied');
  server.status = 404;
  await line.now();
  expect(line.trouble).toBe('gone');
});

test('Without a key there is nothing to open', async () => {
  const line = new BoardLine(id, null, { store, transport: server });
  lines.push(line);
  await vi.waitFor(() => expect(line.opened).toBe(true));
  expect(line.mine).toBeNull();
  expect(server.asked).toEqual([]);
});
