/** What the server tells about the house rules, and how the form lays it out. It knows no rule itself. */
import { groups as groupLoaders } from 'virtual:rules';
import type { Forms, GameForm, Lang, OptionForm } from '$lib/wire';
import { get, spoken } from '../../app/api';

export type Value = string | number;
export type Values = Record<string, Value>;

const known = new Map<string, Promise<Forms>>();

/** Games, options and bots in the language of the page; asked once for each language. */
export function loadForms(lang: Lang): Promise<Forms> {
  let asked = known.get(lang);
  if (!asked) {
    asked = get<Forms>(spoken('/api/games'));
    known.set(lang, asked);
    asked.catch(() => known.delete(lang));
  }
  return asked;
}

export interface OptionGroup {
  name: string;
  title: string;
  options: OptionForm[];
}

interface Section {
  name: string;
  title: string;
  families: string[];
}

/** The sections of the rule pages of every game. */
export async function loadSections(lang: Lang): Promise<Record<string, Section[]>> {
  return (await groupLoaders[lang]()).default;
}

/** Options under the sections in which the rule page has their clauses; what is in none comes last. */
export function grouped(options: readonly OptionForm[], sections: readonly Section[], rest: string): OptionGroup[] {
  const found: OptionGroup[] = sections.map(({ name, title }) => ({ name, title, options: [] }));
  const others: OptionGroup = { name: 'rest', title: rest, options: [] };
  for (const option of options) {
    const family = option.clause.split('-')[1] ?? '';
    const place = sections.findIndex((section) => section.families.includes(family));
    (found[place] ?? others).options.push(option);
  }
  return [...found, others].filter((group) => group.options.length > 0);
}

export function presetValues(game: GameForm, preset: string): Values {
  return { ...(game.presets.find((one) => one.name === preset) ?? game.presets[0])?.options };
}

/** Only what is not as in the preset. */
export function differences(values: Values, preset: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => preset[name] !== value));
}

/** The words for a value: its label, else the number itself. */
export function labelOf(option: OptionForm, value: Value): string {
  const place = option.choices.indexOf(value);
  return (place >= 0 ? option.labels[place] : undefined) ?? String(value);
}

/** A whole number that the option takes, else null. */
export function numberFor(option: OptionForm, text: string): number | null {
  if (!/^\d{1,6}$/.test(text.trim())) return null;
  const number = Number(text);
  return number >= option.least && number <= option.most ? number : null;
}
