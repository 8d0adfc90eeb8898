/** What is wanted, in one line; whom the table waits for where nothing is wanted. Tiles stay marked. */
import { t } from '../lib/i18n.svelte';
import type { Asked, TableSeen } from '../lib/wire';
import type { GameEvent } from './types';
import { marked, type Who } from './words';

function turnKey(log: readonly GameEvent[]): string {
  const before = log.at(-1)?.type;
  if (before === 'chi') return 'web.table.asks.after_chi';
  return before === 'peng' ? 'web.table.asks.after_peng' : 'web.table.asks.turn';
}

/** A question about another's tile. Where nothing but a win is offered, it must be taken. */
function claimKey(ask: Asked): string {
  if (ask.kind === 'rob') return 'web.table.asks.rob';
  return ask.choices.length === 1 ? 'web.table.asks.forced' : 'web.table.asks.claim';
}

export function promptOf(table: TableSeen, ask: Asked | null, log: readonly GameEvent[], who: Who): string {
  if (table.over) return t('web.table.asks.over');
  if (ask === null) return table.turn === null ? t('web.table.asks.quiet') : t('web.table.asks.wait', { who: who(table.turn) });
  const tile = ask.tile === null || ask.tile === undefined ? '' : marked(ask.tile);
  const giver = ask.giver === null || ask.giver === undefined ? '' : who(ask.giver);
  switch (ask.kind) {
    case 'turn':
      return t(turnKey(log));
    case 'piao':
      return t('web.table.asks.piao');
    case 'baojiao':
      return t('web.table.asks.baojiao');
    default:
      return t(claimKey(ask), { who: giver, tile });
  }
}
