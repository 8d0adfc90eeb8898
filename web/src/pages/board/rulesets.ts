/** Games, options and what may be claimed, kept on the phone so that a board can be made and filled in without the server. */
import { t } from '$lib/i18n.svelte';
import type { Forms, Lang, RulesTold } from '$lib/wire';
import { post, spoken } from '../../app/api';
import { GAMES } from '../create';
import { loadForms } from '../form/forms';
import { fact, keepFact } from './mine';

export interface RuleSet {
  game: string;
  preset: string;
  options: Record<string, string | number>; // differences from the preset
}

/** As the server tells them, else as it told them last, else the games by name. */
export async function formsKept(lang: Lang): Promise<Forms> {
  const name = `forms ${lang}`;
  try {
    const forms = await loadForms(lang);
    void keepFact(name, forms);
    return forms;
  } catch {
    return (await fact<Forms>(name)) ?? bare();
  }
}

const bare = (): Forms => ({
  games: GAMES.map((name) => ({ name, title: t(`game.${name}`), options: [], presets: [{ name: 'classic', title: t('preset.classic'), options: {} }] })),
  bots: [],
});

/** A rule set in words, with what a form for its hands needs; null: the server has never told it to this phone. */
export async function rulesKept({ game, preset, options }: RuleSet, lang: Lang): Promise<RulesTold | null> {
  const sorted = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
  const name = `rules ${lang} ${JSON.stringify([game, preset, sorted])}`;
  try {
    const told = await post<RulesTold>(spoken('/api/rules'), { rules: game, preset, options });
    void keepFact(name, told);
    return told;
  } catch {
    return fact<RulesTold>(name);
  }
}
