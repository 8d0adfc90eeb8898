/** The boards that this phone knows, what it is called, and what it was told last about each. */
import type { BoardCreate, BoardTold, Lang } from '$lib/wire';
import { newId } from './ids';
import { type Key, better } from './keys';
import { type Store, openStore } from './store';

/** A board of this phone, with the key that it was given or has made. */
export interface MyBoard {
  id: string;
  key: Key;
  draft: BoardCreate | null; // made here, and not yet known to the server
  title: string; // the names, where it has none
  game: string;
  used: number; // ms since 1970: the latest come first
  called: string; // what this phone told the board it is called
}

/** The server's last word about a board. */
export interface KeptTold {
  board: BoardTold;
  mark: string;
  lang: Lang;
}

interface Fact {
  name: string;
  value: unknown;
}

export async function fact<Value>(name: string, store?: Store): Promise<Value | null> {
  const found = await (store ?? (await openStore())).read<Fact>('phone', name).catch(() => undefined);
  return (found?.value as Value | undefined) ?? null;
}

export async function keepFact(name: string, value: unknown, store?: Store): Promise<void> {
  await (store ?? (await openStore())).write([{ table: 'phone', put: { name, value } }]).catch(() => undefined);
}

/** This phone's secret: whoever knows it may undo what it did. */
export async function phoneSecret(store: Store): Promise<string> {
  const kept = await fact<string>('device', store);
  if (kept) return kept;
  const fresh = newId();
  await keepFact('device', fresh, store);
  return fresh;
}

export async function myBoards(): Promise<MyBoard[]> {
  const boards = await (await openStore()).list<MyBoard>('boards');
  return boards.sort((a, b) => b.used - a.used);
}

export const keepBoard = (store: Store, board: MyBoard): Promise<void> => store.write([{ table: 'boards', put: board }]);

/** What is known of a board that is opened; a key in the address is taken over where it opens more. Null: no key at all. */
export async function openBoard(store: Store, id: string, given: Key | null): Promise<MyBoard | null> {
  const kept = await store.read<MyBoard>('boards', id);
  const key = better(kept?.key ?? null, given);
  if (!key) return null;
  const board: MyBoard = { ...(kept ?? { id, draft: null, title: '', game: '', called: '' }), key, used: Date.now() };
  await keepBoard(store, board).catch(() => undefined);
  return board;
}

/** Forget a board on this phone; with the server and on other phones it stays. */
export async function forgetBoard(id: string): Promise<void> {
  const store = await openStore();
  const ops = await store.list<{ n: number }>('ops', id);
  await store.write([
    { table: 'boards', drop: id },
    { table: 'told', drop: id },
    ...ops.map(({ n }) => ({ table: 'ops' as const, drop: n })),
  ]);
}

/** A new board; it exists as soon as it is kept here. */
export async function makeBoard(wanted: BoardCreate): Promise<MyBoard> {
  const store = await openStore();
  const title = wanted.title || wanted.names.join(' ');
  const key: Key = { right: 'host', key: newId() };
  const board: MyBoard = { id: newId(), key, draft: wanted, title, game: wanted.game, used: Date.now(), called: '' };
  await keepBoard(store, board);
  return board;
}
