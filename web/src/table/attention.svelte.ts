/** Calls the person: the tab's title, a short vibration, sounds; and shows what the others say. */
import { t } from '../lib/i18n.svelte';
import { settings } from '../lib/settings.svelte';
import { play as sound } from '../lib/sound';
import { PHRASES } from '../lib/wire';
import type { Play } from './play.svelte';
import type { TableProps } from './types';

const PHRASE_MS = 4000;
const BUZZ_MS = 60;

const SOUNDS: Record<string, 'clack' | 'win'> = {
  discard: 'clack',
  chi: 'clack',
  peng: 'clack',
  gang: 'clack',
  hu: 'win',
};

/** Call once while the table is set up. */
export function attention(play: Play, props: () => TableProps): void {
  const asked = $derived(play.ask?.decision ?? null);

  $effect(() => {
    if (asked === null) return;
    const before = document.title;
    const called = `● ${t('web.table.your_turn')}`;
    document.title = called;
    sound('cue');
    if (settings.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MS);
    return () => {
      if (document.title === called) document.title = before;
    };
  });

  let heard = play.log.length;
  $effect(() => {
    const { log } = play;
    const fresh = heard <= log.length ? log.slice(heard) : log;
    heard = log.length;
    const last = fresh.findLast((event) => SOUNDS[event.type] !== undefined);
    const name = last === undefined ? undefined : SOUNDS[last.type];
    if (name !== undefined) sound(name);
  });

  $effect(() => {
    const said = props().said ?? null;
    if (said === null || said.seat === null) return;
    const { seat } = said;
    play.phrases[seat] = t(`web.phrase.${PHRASES[said.phrase] ?? 'hello'}`);
    const timer = setTimeout(() => (play.phrases[seat] = null), PHRASE_MS);
    return () => clearTimeout(timer);
  });
}
