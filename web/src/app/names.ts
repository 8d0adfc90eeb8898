/** What a person is called: the name used last, else a friendly one. */
import { lang } from '$lib/i18n.svelte';
import { settings } from '$lib/settings.svelte';
import type { Lang } from '$lib/wire';

const FRIENDLY: Record<Lang, readonly string[]> = {
  zh: ['清风', '竹影', '晚舟', '山雀', '小满', '白露', '听雨', '青柚', '南星', '半夏', '谷雨', '松果'],
  en: ['Wren', 'Bamboo', 'Heron', 'Maple', 'Pebble', 'Robin', 'Willow', 'Clover', 'Finch', 'Cedar', 'Juniper', 'Sparrow'],
};

let offered = '';

/** A friendly name, the same until the page is left. */
export function friendlyName(chance: () => number = Math.random): string {
  const names = FRIENDLY[lang.now];
  if (!names.includes(offered)) offered = names[Math.floor(chance() * names.length)] ?? names[0]!;
  return offered;
}

export const ownName = (): string => settings.name.trim() || friendlyName();

export function rememberName(name: string): void {
  const given = name.trim();
  if (given && given !== friendlyName()) settings.name = given;
}
