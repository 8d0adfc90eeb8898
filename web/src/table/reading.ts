/** The table in sentences, for the ear. */
import { t } from '../lib/i18n.svelte';
import { jingOf, plainName, tileName } from '../lib/tiles';
import type { Play } from './play.svelte';
import { seatsFrom } from './places';

const STOP = 'web.table.read.stop';

/** All tiles of the own hand, the drawn one last, and the melds. */
export function readHand(play: Play): string {
  const tiles = play.hand.map((held) =>
    tileName(held.tile, { jing: jingOf(held.tile, play.table.jing), drawn: held.drawn, shown: held.laid }),
  );
  const melds = (play.own?.melds ?? []).map((meld) => meld.tiles.map(plainName).join(' '));
  const said = [t('web.table.read.tiles', { count: tiles.length, tiles: tiles.join(t('web.table.read.next')) })];
  if (melds.length > 0) said.push(t('web.table.read.melds', { melds: melds.join(t('web.table.read.next')) }));
  return said.join(t(STOP));
}

/** Tiles left, jing, and of every player: points, melds, last discard. */
export function readTable(play: Play): string {
  const { table } = play;
  const said = [play.aloud(play.prompt), t('web.table.read.wall', { count: table.wallLeft })];
  if (table.jing.length > 0) said.push(t('web.table.read.jing', { tiles: table.jing.map(plainName).join(t('web.table.read.pause')) }));
  for (const seat of seatsFrom(play.bottom)) {
    const seen = table.seats[seat];
    if (seen === undefined) continue;
    const parts = [play.who(seat)];
    if (seat === table.dealer) parts.push(t('web.table.dealer'));
    parts.push(t('web.table.read.held', { count: seen.hand.length }));
    for (const meld of seen.melds) parts.push(t('web.table.read.meld', { tiles: meld.tiles.map(plainName).join(' ') }));
    const last = seen.river.at(-1);
    if (last !== undefined) parts.push(t('web.table.read.discard', { tile: plainName(last) }));
    said.push(parts.join(t('web.table.read.pause')));
  }
  return said.join(t(STOP));
}

/** The newest thing that has words. */
export function readLast(play: Play): string {
  const event = play.log.findLast((told) => play.words(told) !== null);
  const words = event === undefined ? null : play.words(event);
  return words === null ? t(play.whole ? 'web.table.log.empty' : 'web.table.log.later') : play.aloud(words);
}
