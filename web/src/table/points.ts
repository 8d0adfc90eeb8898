export { signed } from '../lib/i18n.svelte';

/** Points that stand: a sign only below zero, and the real minus. */
export function points(count: number): string {
  return count < 0 ? `\u2212${-count}` : String(count);
}
