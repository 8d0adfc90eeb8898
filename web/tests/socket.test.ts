import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FINAL, NoReply, RoomSocket, waitBefore } from '../src/lib/socket.svelte';
import { TableStore } from '../src/lib/table.svelte';
import type { Asked, EventTold, Snapshot, Welcome } from '../src/lib/wire';
import { WIRE_VERSION } from '../src/lib/wire';
import { Line } from './line';

let lines: Line[];
let store: TableStore;
let reload: ReturnType<typeof vi.fn<() => void>>;

function line(): Line {
  return lines.at(-1)!;
}

function open(): RoomSocket {
  return new RoomSocket('ws://table/r/x/ws', store, {
    reload,
    random: () => 1,
    open: () => {
      lines.push(new Line());
      return line() as unknown as WebSocket;
    },
  });
}

const welcome = (resumed = false, version = WIRE_VERSION): Welcome => ({
  type: 'welcome', version, build: '', resumed, engine: '',
}); // prettier-ignore
const ask = (decision: number): Asked => ({
  decision, kind: 'turn', choices: [], tile: null, giver: null, limitMs: null, bankMs: null,
}); // prettier-ignore
const snapshot = (seq: number, asked: Asked | null): Snapshot => ({
  type: 'snapshot', hand: 0, seq, table: null, ask: asked, commitment: null,
}); // prettier-ignore
const event = (seq: number): EventTold => ({ type: 'event', hand: 0, seq, event: { type: 'exhausted' } });

/** A line that stands, with decision 3 open. */
function asked(): RoomSocket {
  const socket = open();
  line().opens();
  line().says(welcome(), snapshot(7, ask(3)));
  return socket;
}

/** The line breaks and comes back. */
async function comesBack(socket: RoomSocket, resumed: boolean): Promise<void> {
  line().breaks();
  expect(socket.status).toBe('waiting');
  await vi.advanceTimersByTimeAsync(600);
  line().opens();
  line().says(welcome(resumed));
}

const pong = (): void => line().says({ type: 'pong', id: line().last('ping').id });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', undefined); // as where storage is forbidden
  lines = [];
  store = new TableStore();
  reload = vi.fn<() => void>();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the line', () => {
  test('says hello, and asks for the first hand as a whole', () => {
    open();
    line().opens();
    expect(line().sent[0]).toEqual({ type: 'hello', version: WIRE_VERSION, lang: 'zh', resume: { hand: 0, seq: -1 }, token: null });
  });

  test('a page that was loaded anew asks for the whole hand, and shows it when all of it is here', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    open();
    line().opens();
    line().says(welcome(), snapshot(7, null));
    expect(store.logWhole).toBe(false);

    store = new TableStore();
    open();
    line().opens();
    expect(line().last('hello').resume).toEqual({ hand: 0, seq: -1 });
    line().says(welcome(true), event(0), event(1));
    expect(store.log).toHaveLength(0);
    pong();
    expect(store.log).toHaveLength(2);
    expect(store.logWhole).toBe(true);
    line().says(event(2));
    expect(store.log).toHaveLength(3);
  });

  test('a hand that is over by then is told as it stands', () => {
    vi.stubGlobal('sessionStorage', { getItem: () => '4', setItem: () => undefined });
    open();
    line().opens();
    expect(line().last('hello').resume).toEqual({ hand: 4, seq: -1 });
    line().says(welcome(false), snapshot(7, ask(3)));
    expect(store.hand).toBe(0);
    expect(store.ask?.decision).toBe(3);
  });

  test('comes back and tells where it left off', async () => {
    const socket = asked();
    line().says(event(8));
    await comesBack(socket, true);
    expect(lines).toHaveLength(2);
    expect(line().sent[0]).toMatchObject({ resume: { hand: 0, seq: 8 } });
    expect(socket.status).toBe('open');
    expect(socket.lostAt).toBeNull();
  });

  test('waits longer each time, up to a limit, half of it by chance', () => {
    const longest = [0, 1, 2, 3, 4, 5, 6, 20].map((attempt) => waitBefore(attempt, () => 1));
    expect(longest).toEqual([500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);
    expect(waitBefore(1, () => 0)).toBe(500);
  });

  test.each(Object.entries(FINAL))('does not come back when it was %s', async (_, code) => {
    const socket = asked();
    const hint = socket.send({ type: 'hint' });
    line().breaks(code);
    await expect(hint).rejects.toThrow(NoReply);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket.status).toBe('closed');
    expect(socket.code).toBe(code);
    expect(lines).toHaveLength(1);
  });

  test('is given up when nobody answers a ping', async () => {
    const socket = asked();
    pong();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(line().last('ping')).toBeDefined();
    await vi.advanceTimersByTimeAsync(10_100);
    expect(socket.status).not.toBe('open');
  });

  test('is given up when no welcome comes', async () => {
    open();
    line().opens();
    await vi.advanceTimersByTimeAsync(15_600);
    expect(lines).toHaveLength(2);
  });

  test('asks for the hand anew when a message is missing', async () => {
    const socket = asked();
    line().says(event(9));
    expect(socket.status).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1_000);
    line().opens();
    expect(line().sent[0]).toMatchObject({ resume: null });
    line().says(welcome(), snapshot(9, null), event(10));
    expect(store.place).toEqual({ hand: 0, seq: 10 });
  });
});

describe('orders', () => {
  test('are answered by number', async () => {
    const socket = asked();
    const first = socket.send({ type: 'why', action: 'peng' });
    const second = socket.send({ type: 'ready' });
    line().says({ type: 'reply', id: line().last('ready').id });
    line().says({ type: 'why', id: line().last('why').id, name: 'x', text: 'no', clause: '' });
    await expect(first).resolves.toMatchObject({ text: 'no' });
    await expect(second).resolves.toMatchObject({ type: 'reply' });
  });

  test('fail when no reply comes', async () => {
    const socket = asked();
    const late = expect(socket.send({ type: 'ready' })).rejects.toThrow(NoReply);
    await vi.advanceTimersByTimeAsync(10_100);
    await late;
  });

  test('other than answers fail without a line', async () => {
    const socket = asked();
    const waiting = socket.send({ type: 'ready' });
    line().breaks();
    await expect(waiting).rejects.toThrow(NoReply);
    await expect(socket.send({ type: 'ready' })).rejects.toThrow(NoReply);
  });
});

describe('answers', () => {
  const answer = { type: 'answer', decision: 3, action: 5 } as const;

  test('close the question when they are taken', async () => {
    const socket = asked();
    const told = socket.send(answer);
    expect(store.ask?.decision).toBe(3);
    line().says({ type: 'reply', id: line().last('answer').id });
    await expect(told).resolves.toMatchObject({ type: 'reply' });
    expect(store.ask).toBeNull();
  });

  test.each(['done', 'stale'] as const)('close it when they are %s', async (code) => {
    const socket = asked();
    const told = socket.send(answer);
    line().says({ type: 'refused', id: line().last('answer').id, code, text: '', clause: '' });
    await expect(told).resolves.toMatchObject({ code });
    expect(store.ask).toBeNull();
  });

  test('leave it open when the rules do not allow them', async () => {
    const socket = asked();
    const told = socket.send(answer);
    line().says({ type: 'refused', id: line().last('answer').id, code: 'illegal', text: 'no', clause: '' });
    await told;
    expect(store.ask?.decision).toBe(3);
  });

  test('are sent again when the line resumes and the question is still open', async () => {
    const socket = asked();
    const told = socket.send(answer);
    await comesBack(socket, true);
    expect(line().sent.some((message) => message.type === 'answer')).toBe(false);
    pong();
    line().says({ type: 'refused', id: line().last('answer').id, code: 'done', text: '', clause: '' });
    await expect(told).resolves.toMatchObject({ type: 'reply' }); // the first one had arrived
    expect(store.ask).toBeNull();
  });

  test('are sent again after a snapshot that still asks', async () => {
    const socket = asked();
    const told = socket.send(answer);
    await comesBack(socket, false);
    pong();
    expect(line().sent.some((message) => message.type === 'answer')).toBe(false);
    line().says(snapshot(7, ask(3)));
    line().says({ type: 'reply', id: line().last('answer').id });
    await expect(told).resolves.toMatchObject({ type: 'reply' });
  });

  test('are not sent again when the table has gone on', async () => {
    const socket = asked();
    const told = expect(socket.send(answer)).rejects.toThrow(NoReply);
    await comesBack(socket, true);
    line().says(event(8));
    pong();
    await told;
    expect(line().sent.some((message) => message.type === 'answer')).toBe(false);
  });

  test('given without a line wait for it', async () => {
    const socket = asked();
    line().breaks();
    const told = socket.send(answer);
    await vi.advanceTimersByTimeAsync(1_000);
    line().opens();
    line().says(welcome(true));
    pong();
    line().says({ type: 'reply', id: line().last('answer').id });
    await expect(told).resolves.toMatchObject({ type: 'reply' });
  });
});

describe('another version', () => {
  test('reloads once, not for ever', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    for (const _ of [1, 2]) {
      open();
      line().opens();
      line().says(welcome(false, WIRE_VERSION + 1), snapshot(7, null));
    }
    expect(reload).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 60_000);
    line().says({ type: 'notice', code: 'drain' });
    expect(reload).toHaveBeenCalledTimes(2);
  });

  test('reloads at once when nothing is asked', () => {
    open();
    line().opens();
    line().says(welcome(false, WIRE_VERSION + 1));
    expect(reload).toHaveBeenCalled();
  });

  test('waits for the open question', async () => {
    const socket = asked();
    line().says({ type: 'notice', code: 'reload' });
    expect(socket.outdated).toBe(true);
    expect(reload).not.toHaveBeenCalled();
    const told = socket.send({ type: 'answer', decision: 3, action: 5 });
    line().says({ type: 'reply', id: line().last('answer').id });
    await told;
    expect(reload).toHaveBeenCalled();
  });
});
