/** Boards as files: the server's export, and what this phone alone has (also without the server). */
import type { BoardOp } from '$lib/wire';
import { newId } from './ids';
import { type KeptTold, type MyBoard, keepBoard } from './mine';
import type { KeptOp } from './outbox';
import { openStore } from './store';
import { imported } from './transport';

const PHONE = 'paizhuo-board-phone';

/** Everything that this phone has of a board: the server's last word, and what it has not sent. */
interface PhoneFile {
  format: typeof PHONE;
  version: 1;
  board: MyBoard;
  told: KeptTold | null;
  waiting: BoardOp[];
}

export async function phoneFile(board: MyBoard, waiting: readonly { op: BoardOp }[]): Promise<string> {
  const kept = await (await openStore()).read<{ told: KeptTold }>('told', board.id);
  const file: PhoneFile = { format: PHONE, version: 1, board, told: kept?.told ?? null, waiting: waiting.map(({ op }) => op) };
  return JSON.stringify(file, null, 1);
}

/** Gives the browser a file to keep. Some (WeChat's) refuse silently: the text beside it can be copied. */
export function save(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A name that every system takes. */
export const fileName = (title: string, end: string): string => `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').slice(0, 40) || 'board'}.${end}`;

export class NoBoard extends Error {}

function phoneFileIn(found: Partial<PhoneFile>): PhoneFile {
  const { board, waiting } = found;
  const id = /^[\w-]{22}$/;
  const whole = board && id.test(board.id) && id.test(board.key?.key ?? '') && Array.isArray(waiting) && waiting.every((op) => id.test(op.id));
  if (!whole) throw new NoBoard();
  return { format: PHONE, version: 1, board, told: found.told ?? null, waiting };
}

/** Puts a phone's file back where it came from: nothing that this phone has is lost, what both have is there once. */
async function restore(file: PhoneFile): Promise<string> {
  const store = await openStore();
  const { id } = file.board;
  const [there, told, ops] = await Promise.all([
    store.read<MyBoard>('boards', id),
    store.read('told', id),
    store.list<KeptOp<BoardOp>>('ops', id),
  ]);
  if (!there) await keepBoard(store, { ...file.board, used: Date.now() });
  if (!told && file.told) await store.write([{ table: 'told', put: { id, told: file.told } }]);
  const known = new Set(ops.map(({ op }) => op.id));
  for (const op of file.waiting) {
    // It may have been sent meanwhile from where the file comes from.
    if (!known.has(op.id)) await store.write([{ table: 'ops', put: { board: id, op, sent: true, refused: null } }]);
  }
  return id;
}

/** Opens a board's text, whichever of the two it is; resolves to the board's id. The server checks its own. */
export async function open(text: string): Promise<string> {
  let found: unknown;
  try {
    found = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new NoBoard();
  }
  if (typeof found !== 'object' || found === null) throw new NoBoard();
  if ('format' in found && found.format === PHONE) return restore(phoneFileIn(found as Partial<PhoneFile>));
  const [id, key] = [newId(), { right: 'host', key: newId() } as const];
  const { board } = await imported(id, key.key, text);
  const title = board?.title || (board?.players ?? []).map(({ name }) => name).join(' ');
  await keepBoard(await openStore(), { id, key, draft: null, title, game: board?.rules.at(-1)?.game ?? '', used: Date.now(), called: '' });
  return id;
}
