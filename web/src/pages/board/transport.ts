/** A board's questions to the server. The key goes in a header: never in an address. */
import { lang, t } from '$lib/i18n.svelte';
import type { BoardCreate, BoardSync, BoardSynced, Problem } from '$lib/wire';
import { Failure } from '../../app/api';

const PATIENCE = 15_000; // ms

export interface Transport {
  create(board: string, key: string, wanted: BoardCreate): Promise<unknown>;
  sync(board: string, key: string, said: BoardSync): Promise<BoardSynced>;
}

async function ask(path: string, key: string, init: RequestInit = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, 'Accept-Language': lang.tag, ...init.headers };
  let response: Response;
  try {
    response = await fetch(`${path}${path.includes('?') ? '&' : '?'}lang=${lang.now}`, {
      ...init,
      headers,
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    throw new Failure(t('web.pages.failed.offline'), 0);
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new Failure(problem?.error || t('web.pages.failed.server', { status: response.status }), response.status, problem?.code ?? '');
}

async function told<Answer>(path: string, key: string, body: string): Promise<Answer> {
  const response = await ask(path, key, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  try {
    return (await response.json()) as Answer;
  } catch {
    throw new Failure(t('web.pages.failed.offline'), 0); // cut off in the middle
  }
}

export const transport: Transport = {
  create: (board, key, wanted) => told(`/api/boards/${board}`, key, JSON.stringify(wanted)),
  sync: (board, key, said) => told(`/api/boards/${board}/sync`, key, JSON.stringify(said)),
};

/** The whole board as a file's text, made by the server so that it is the terminal's to the byte. */
export async function exported(board: string, key: string, kind: 'csv' | 'json'): Promise<string> {
  const bytes = await (await ask(`/api/boards/${board}/${kind}`, key)).arrayBuffer();
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes); // a mark at the beginning is Excel's
}

/** A board from such a file, under an id and a key of its own. */
export const imported = (board: string, key: string, text: string): Promise<BoardSynced> => told(`/api/boards/${board}/file`, key, text);
