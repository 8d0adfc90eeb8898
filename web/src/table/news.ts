import type { Settings } from '../lib/settings.svelte';
import type { GameEvent } from './types';
import { weight } from './words';

const MOST: Record<Settings['said'], number> = { little: 1, normal: 2, all: 3 };

/** What is said of new events: all that the setting wants, and always one's own draw; the own discard one knows. */
export function news(events: readonly GameEvent[], said: Settings['said'], own: number | null): GameEvent[] {
  return events.filter((event) => {
    if (own !== null && event.seat === own) return event.type === 'draw' || event.type === 'hu' || said === 'all';
    return weight(event) <= MOST[said];
  });
}
