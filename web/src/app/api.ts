/** Questions to the server over HTTP. An answer that is not 2xx is a `Failure` with the server's words. */
import { lang, t } from '$lib/i18n.svelte';
import type { Problem } from '$lib/wire';

const PATIENCE = 20_000; // ms

export class Failure extends Error {
  constructor(
    message: string,
    /** HTTP status; 0: no answer at all. */
    readonly status: number,
    readonly code = '',
  ) {
    super(message);
  }
}

async function ask<Answer>(path: string, init: RequestInit): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    throw new Failure(t('web.pages.failed.offline'), 0);
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as Problem | null;
    const words = problem?.error || t('web.pages.failed.server', { status: response.status });
    throw new Failure(words, response.status, problem?.code ?? '');
  }
  if (response.status === 204) return undefined as Answer;
  return (await response.json()) as Answer;
}

/** The server speaks the language of the page. */
const headers = (): Record<string, string> => ({ 'Accept-Language': lang.tag });

export function get<Answer>(path: string): Promise<Answer> {
  return ask<Answer>(path, { headers: headers() });
}

export function post<Answer>(path: string, body: unknown): Promise<Answer> {
  return ask<Answer>(path, {
    method: 'POST',
    headers: { ...headers(), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** A file as it is. */
export function postText<Answer>(path: string, text: string): Promise<Answer> {
  return ask<Answer>(path, {
    method: 'POST',
    headers: { ...headers(), 'Content-Type': 'application/jsonl' },
    body: text,
  });
}

/** With the language, for answers that hold sentences. */
export const spoken = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}lang=${lang.now}`;
