/** The state of a calculator: what was entered, what the server makes of it, and the way back. It reckons nothing itself. */
import { getContext, setContext } from 'svelte';
import { t } from '$lib/i18n.svelte';
import type { CalcTold, RulesTold } from '$lib/wire';
import { post, spoken } from '../../app/api';
import { caseOf, draftOf, emptyDraft, type Case, type Draft, type Mode, type RuleChoice, type Values } from './case';
import { addTile, isOpen, isSingle, nextTarget, roomOf, type Target } from './fields';
import { latest } from './latest';
import { writeMeld, type MeldKind } from './text';

const KEPT = 200; // steps back

export interface Begin {
  sheet: RulesTold | null;
  start: Case; // its rules; whatever else it tells is taken and not asked
  value?: Case | null;
  mode?: Mode;
  names: () => readonly string[];
  changed?: (next: Case, told: CalcTold | null) => void;
}

export class Calculator {
  draft: Draft = $state.raw(emptyDraft({ game: '', preset: '', options: {} }));
  sheet: RulesTold | null = $state.raw(null);
  told: CalcTold | null = $state.raw(null);
  /** A question is on its way. */
  busy = $state(false);
  /** Why there is no answer; empty: there is one. */
  failed = $state('');
  /** Fields can be typed into: at once where there is a mouse and so a keyboard, else when asked for. */
  typing = $state(typeof matchMedia === 'function' && matchMedia('(hover: hover) and (pointer: fine)').matches);
  /** The field that takes the next tile. */
  target: Target | null = $state(null);
  /** The tiles of a meld that is not whole yet. */
  building: string[] = $state.raw([]);
  private loads = 0; // rule sheets asked for: only the last one counts
  private past: { draft: Draft; target: Target | null }[] = $state.raw([]);
  readonly fixed: ReadonlySet<string>;
  readonly begin: Begin;
  private readonly asker;

  constructor(begin: Begin) {
    this.begin = begin;
    this.sheet = begin.sheet;
    const { rules: game, preset = 'classic', options = {}, ...more } = begin.start;
    this.fixed = new Set(Object.keys(more));
    this.draft = begin.value ? draftOf({ ...begin.value, ...begin.start }) : this.first({ game, preset, options }, begin.mode);
    this.asker = latest((sent: Case) => post<CalcTold>(spoken('/api/calc'), { case: sent, names: [...this.names] }), {
      answered: (told, sent) => this.hear(told, sent),
      failed: (error, sent) => this.fail(error, sent),
    });
  }

  get names(): readonly string[] {
    return this.begin.names();
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get case(): Case {
    return caseOf(this.draft, this.sheet ?? undefined);
  }

  get rules(): RuleChoice {
    return { game: this.draft.rules, preset: this.draft.preset, options: this.draft.options };
  }

  /** 正精 and 副精 as the server tells them for this indicator. */
  get jing(): readonly string[] {
    return this.told?.jing ?? [];
  }

  has(capability: string): boolean {
    return this.sheet?.capabilities.includes(capability) ?? false;
  }

  /** Is this asked, or was it taken from where the hand was begun? */
  readonly asks = (key: keyof Case): boolean => !this.fixed.has(key);

  // ── changes ────────────────────────────────────────────────────────────────

  change(how: (draft: Draft) => void): void {
    const next = structuredClone(this.draft);
    how(next);
    this.past = [...this.past, { draft: this.draft, target: this.target }].slice(-KEPT);
    this.set(next);
  }

  undo(): void {
    const before = this.past.at(-1);
    if (this.building.length) this.building = this.building.slice(0, -1);
    else if (before) {
      this.past = this.past.slice(0, -1);
      if (this.target !== null) this.open(before.target ?? this.target); // tiles go where they went then
      this.set(before.draft);
    }
  }

  clear(): void {
    this.target = null;
    this.building = [];
    this.change((draft) => Object.assign(draft, this.first(this.rules, draft.mode)));
  }

  /** Another case in place of this one: a link was opened. */
  replace(told: Case, sheet: RulesTold): void {
    this.target = null;
    this.past = [];
    this.loads += 1;
    this.sheet = sheet;
    this.draft = draftOf(told);
    this.ask();
  }

  setRules(rules: RuleChoice): void {
    this.change((draft) => {
      if (rules.game !== draft.rules) Object.assign(draft, emptyDraft(rules, draft.mode));
      else Object.assign(draft, { preset: rules.preset, options: { ...rules.options } });
    });
  }

  setOption(name: string, value: string | number): void {
    this.change((draft) => {
      draft.options = { ...draft.options, [name]: value } satisfies Values;
    });
  }

  private first(rules: RuleChoice, mode: Mode = 'quick'): Draft {
    const empty = emptyDraft(rules, mode, this.begin.start.dealer);
    return { ...draftOf({ ...caseOf(empty), ...this.begin.start, preset: rules.preset, options: rules.options, rules: rules.game }), mode };
  }

  private set(next: Draft): void {
    const rules = [this.draft.rules, this.draft.preset, this.draft.options];
    const others = JSON.stringify(rules) !== JSON.stringify([next.rules, next.preset, next.options]);
    if (next.rules !== this.draft.rules) this.sheet = null;
    this.draft = next;
    if (others) void this.loadSheet();
    else this.ask();
  }

  // ── tiles ──────────────────────────────────────────────────────────────────

  open(target: Target | null): void {
    this.target = target;
    this.building = [];
  }

  /** A tile was tapped: it goes into the open field, and when that is full on to the next. */
  put(tile: string): void {
    const { target } = this;
    if (target === null) return;
    if (target.startsWith('meld:')) return this.build(target, tile);
    if (!isSingle(target) && !isOpen(this.draft, target)) {
      const onward = nextTarget(this.draft, target);
      if (onward === null) return;
      this.open(onward);
      return this.put(tile);
    }
    this.change((draft) => addTile(draft, target, tile));
    if (!isOpen(this.draft, target)) this.open(nextTarget(this.draft, target) ?? (isSingle(target) ? null : target));
  }

  private build(target: Target, tile: string): void {
    const [, seat, kind] = target.split(':');
    const tiles = [...this.building, tile];
    if (tiles.length < roomOf(this.draft, target)) {
      this.building = tiles;
      return;
    }
    const own = Number(seat);
    const giver = kind === 'chi' ? (own + 3) % 4 : null; // from whom else can a run be taken; of others nobody knows yet
    const meld = { kind: kind as MeldKind, tiles, taken: kind === 'chi' ? tiles[0]! : null, giver };
    this.building = [];
    this.change((draft) => draft.seats[own]!.melds.push(writeMeld(meld)));
    this.open(isOpen(this.draft, `hand:${own}`) ? `hand:${own}` : null);
  }

  // ── the server ─────────────────────────────────────────────────────────────

  ask(): void {
    const sent = this.case;
    this.busy = true;
    this.begin.changed?.(sent, null);
    this.asker.ask(sent);
  }

  /** The rule sheet in the page's language; the case is asked about anew with it. */
  async loadSheet(): Promise<void> {
    const { game: rules, preset, options } = this.rules;
    const mine = ++this.loads;
    this.busy = true;
    try {
      const sheet = await post<RulesTold>(spoken('/api/rules'), { rules, preset, options });
      if (mine !== this.loads) return;
      this.sheet = sheet;
      this.ask();
    } catch (error) {
      if (mine === this.loads) this.fail(error, this.case);
    }
  }

  stop(): void {
    this.asker.stop();
  }

  private hear(told: CalcTold, sent: Case): void {
    this.told = told;
    this.busy = false;
    this.failed = '';
    this.begin.changed?.(sent, told);
  }

  private fail(error: unknown, sent: Case): void {
    this.busy = false;
    this.told = null;
    this.failed = error instanceof Error ? error.message : t('web.pages.failed.offline');
    this.begin.changed?.(sent, null);
  }
}

const KEY = Symbol('calculator');
export const provide = (calculator: Calculator): Calculator => setContext(KEY, calculator);
export const getCalculator = (): Calculator => getContext(KEY);
