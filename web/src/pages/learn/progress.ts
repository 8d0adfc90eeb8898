/** Which steps of the tutorial this browser has done, and the way into a step. */
import { keep, recall } from '$lib/settings.svelte';
import type { Created } from '$lib/wire';
import { post } from '../../app/api';
import { go } from '../../app/router.svelte';

const STORED = 'paizhuo.learnt';

export const doneSteps = (): string[] => (recall(STORED) ?? '').split(' ').filter(Boolean);

export function stepDone(step: string): void {
  if (!doneSteps().includes(step)) keep(STORED, [...doneSteps(), step].join(' '));
}

export async function openStep(step: string): Promise<void> {
  const created = await post<Created>(`/api/tutorial/${step}`, {});
  go(`/r/${created.room}`);
}
