/** What the person at this page is about to do: the raised tile, an open choice, an answer on its way, a refusal. */
import { createContext } from 'svelte';
import type { Choice, HintTold, Refused, WhyTold } from '../lib/wire';
import { arrange, type HandTile } from './arrange';
import { lang, t } from '../lib/i18n.svelte';
import { keep, recall } from '../lib/settings.svelte';
import { plainName } from '../lib/tiles';
import { BUTTONS, choicesOf, choosesTile, discardOf, missing, type Verb } from './choices';
import { Countdown } from './clock.svelte';
import { featuresOf } from './features';
import { HIDDEN } from './kinds';
import { seatName } from './names';
import { isTab } from './panels';
import { promptOf } from './prompt';
import { seenTiles } from './tracker';
import type { GameEvent, TableProps } from './types';
import { sentence, spoken } from './words';

/** A tap so soon after a tile has come is meant for what was there before. */
const TOO_SOON_MS = 300;
const SIDE_STORED = 'paizhuo.side';

export type Panel = 'log' | 'ledger' | 'tracker' | 'phrases' | 'keys' | 'why' | 'hint' | 'menu';
/** What may not be done, and why; `about` is what was asked, as it would be typed. */
export interface Verdict {
  about: string;
  text: string;
  clause: string;
}

const OFFERS: Record<Verb, string> = {
  hu: 'web.table.do.hu',
  gang: 'web.table.do.gang',
  peng: 'web.table.do.peng',
  chi: 'web.table.do.chi',
  pass: 'web.table.do.pass',
  bai: 'web.table.do.bai',
  jingdiao: 'web.table.do.jingdiao',
  baojiao: 'web.table.do.baojiao',
};

const OFFERED_BY: Partial<Record<Verb, string>> = { baojiao: 'baojiao', peng: 'peng', hu: 'hu', pass: 'pass' };

/** A hand with as many tiles as it has between two turns. */
function lacksOne(hand: readonly string[]): boolean {
  return hand.length % 3 === 1;
}

export class Play {
  readonly #props: () => TableProps;
  raised: string | null = $state(null);
  /** The place in the hand that has, or last had, the focus. */
  at = $state(0);
  chooser: Verb | null = $state(null);
  panel: Panel | null = $state(null);
  /** The page of the right column. */
  tab: Panel = $state('log');
  /** Is there a right column now? Then its pages are shown there. */
  side = $state(false);
  canHaveSide = $state(false);
  sideOpen = $state(recall(SIDE_STORED) !== 'closed');
  /** What a first note points at. */
  pointedAt: string | null = $state(null);
  verdicts: Verdict[] = $state.raw([]);
  hint: HintTold | null = $state.raw(null);
  /** The phrase that each seat has just said. */
  phrases: (string | null)[] = $state([null, null, null, null]);
  #answered: number | null = $state(null);
  #comes = false;
  #asked = 0;
  #appeared = new Map<string, number>();
  /** Set by the hand and the bar: puts the focus there. */
  focusHand: () => void = () => undefined;
  focusActions: () => void = () => undefined;
  /** Set by the announcer: says a sentence whatever the verbosity. */
  say: (text: string) => void = () => undefined;

  constructor(props: () => TableProps) {
    this.#props = props;
  }

  readonly props = $derived.by(() => this.#props());
  readonly table = $derived(this.props.table);
  readonly room = $derived(this.props.room);
  readonly bottom = $derived(this.props.seatAtBottom);
  readonly mode = $derived(this.props.mode ?? 'play');
  readonly log = $derived(this.props.log as readonly unknown[] as readonly GameEvent[]);
  /** What is asked, until it has been answered. */
  readonly ask = $derived.by(() => {
    const ask = this.props.ask ?? null;
    return this.mode !== 'play' || ask === null || ask.decision === this.#answered ? null : ask;
  });
  readonly own = $derived(this.table.seats[this.bottom]);
  readonly hand: HandTile[] = $derived.by(() => {
    const own = this.own;
    return own === undefined ? [] : this.arranged(this.bottom);
  });
  readonly choosesTile = $derived(choosesTile(this.ask));
  readonly features = $derived(featuresOf(this.room));
  readonly ownSeat = $derived(this.props.you?.seat ?? null);
  /** A bot plays for this seat until its person does something. */
  readonly away = $derived(this.mode === 'play' && this.ownSeat !== null && (this.room.seats[this.ownSeat]?.away ?? false));
  readonly whole = $derived(this.props.logWhole ?? true);
  readonly opensHands = $derived(this.table.over || (this.props.showHands ?? false));
  readonly clock = new Countdown();
  readonly raisedTile = $derived(this.hand.find((tile) => tile.key === this.raised) ?? null);
  /** What the open choice is between. */
  readonly ways: Choice[] = $derived.by(() => {
    if (this.ask?.kind === 'piao') return choicesOf(this.ask, 'piao');
    return this.chooser === null ? [] : choicesOf(this.ask, this.chooser);
  });

  /** What a seat has won with, once the hand is over. */
  wonWith(seat: number): string | null {
    if (!this.table.over) return null;
    return this.log.findLast((event) => event.type === 'hu' && event.seat === seat)?.tile ?? null;
  }

  /** A hand in the order in which it is drawn; the tile that has won stands apart, be it another's. */
  arranged(seat: number): HandTile[] {
    const seen = this.table.seats[seat];
    if (seen === undefined) return [];
    const won = this.wonWith(seat);
    const hand = won !== null && lacksOne(seen.hand) ? [...seen.hand, won] : seen.hand;
    return arrange(hand, won ?? seen.drawn, seen.shown, this.table.jing);
  }

  /** Do faces of this seat's hand lie open, all or those of 摆? */
  showsHand(seat: number): boolean {
    const seen = this.table.seats[seat];
    if (seen === undefined) return false;
    return seen.shown.length > 0 || (this.opensHands && seen.hand.some((tile) => tile !== HIDDEN));
  }

  /** The line that says what is wanted, its tiles marked. */
  readonly prompt = $derived(promptOf(this.table, this.ask, this.log, (seat) => this.who(seat)));
  readonly handNumber = $derived.by(() => {
    const { hands, rounds } = this.room.length;
    const number = this.room.hand + 1;
    if (hands !== null && hands !== undefined) return t('web.table.hand_of', { number, count: hands });
    return rounds ? t('web.table.hand_rounds', { number, count: rounds }) : t('web.table.hand', { number });
  });

  readonly #seen = $derived(seenTiles(this.table, this.features.indicatorLies));

  /** Copies of a kind that lie nowhere in sight. */
  unseen(tile: string): number {
    return Math.max(0, 4 - (this.#seen.get(tile) ?? 0));
  }

  /** The buttons that may be pressed, by name, for the ear. */
  offers(): string[] {
    const verbs = new Set(this.ask?.choices.map((choice) => choice.verb) ?? []);
    const names = BUTTONS.filter((verb) => verbs.has(verb)).map((verb) => t(OFFERS[verb]));
    return names.length > 0 ? [t('web.table.read.offers', { names: names.join(t('web.table.read.pause')) })] : [];
  }

  /** A seat in a sentence. */
  who(seat: number): string {
    return seatName(this.room, seat, this.bottom, this.ownSeat);
  }

  /** An event in words, its tiles marked. */
  words(event: GameEvent): string | null {
    return sentence(event, t, (seat) => this.who(seat));
  }

  /** A marked sentence for the ear. */
  aloud(text: string): string {
    return spoken(text, plainName);
  }

  isLegal(tile: HandTile): boolean {
    return !this.choosesTile || discardOf(this.ask, tile.tile) !== null;
  }

  /** New tiles are noted with their time; what is gone is forgotten. */
  noteHand(hand: readonly HandTile[]): void {
    const now = performance.now();
    const keys = new Set(hand.map((tile) => tile.key));
    for (const key of this.#appeared.keys()) if (!keys.has(key)) this.#appeared.delete(key);
    for (const key of keys) if (!this.#appeared.has(key)) this.#appeared.set(key, now);
    if (this.raised !== null && !keys.has(this.raised)) this.raised = null;
    if (this.at >= hand.length) this.at = Math.max(0, hand.length - 1);
  }

  /** Another decision than before, or none. */
  noteAsk(): void {
    this.#asked = performance.now();
    this.chooser = null;
    if (this.panel === 'why' || this.panel === 'hint') this.panel = null;
    this.verdicts = [];
    this.hint = null;
  }

  get isAskTooSoon(): boolean {
    return performance.now() - this.#asked < TOO_SOON_MS;
  }

  isTooSoon(tile: HandTile): boolean {
    return performance.now() - (this.#appeared.get(tile.key) ?? 0) < TOO_SOON_MS;
  }

  /** The person does something: whatever it is, the bot stops. */
  comeBack(): void {
    const { you, send } = this.props;
    if (!this.away || this.#comes || you === undefined || send === undefined) return;
    this.#comes = true;
    const { passing, winning, discarding } = you;
    const done = (): void => {
      this.#comes = false;
    };
    send({ type: 'auto', passing, winning, discarding }).then(done, done);
  }

  /** A tap, a click or the tile's key: the first raises, the second plays. */
  pick(place: number, again = true): void {
    const tile = this.hand[place];
    if (tile === undefined || this.mode !== 'play') return;
    this.comeBack();
    this.at = place;
    if (this.raised === tile.key && again && this.choosesTile) {
      this.play(tile);
      return;
    }
    this.raised = tile.key;
    if (!this.isLegal(tile)) void this.askWhy([`discard ${tile.tile}`]);
    else if (this.panel === 'why') this.panel = null;
  }

  /** Discard this tile, or say why not. */
  play(tile: HandTile): void {
    this.comeBack();
    const choice = discardOf(this.ask, tile.tile);
    if (choice !== null) void this.answer(choice);
    else if (this.choosesTile) void this.askWhy([`discard ${tile.tile}`]);
  }

  playRaised(): void {
    const tile = this.raisedTile ?? this.hand[this.at];
    if (tile === undefined) return;
    if (this.raised === null) this.raised = tile.key;
    else this.play(tile);
  }

  move(to: 'left' | 'right' | 'first' | 'last'): void {
    const last = this.hand.length - 1;
    if (last < 0) return;
    const next = { left: this.at - 1, right: this.at + 1, first: 0, last }[to];
    this.at = (next + last + 1) % (last + 1);
    this.raised = this.hand[this.at]?.key ?? null;
    this.focusHand();
  }

  /** A button or its letter. */
  verb(verb: Verb): void {
    if (this.mode !== 'play') return;
    this.comeBack();
    const ways = choicesOf(this.ask, verb);
    const raised = this.raisedTile?.tile;
    const named = verb === 'jingdiao' ? ways.find((way) => way.tiles[0] === raised) : undefined;
    const only = named ?? (ways.length === 1 && verb !== 'bai' ? ways[0] : undefined);
    const sure = verb !== 'hu' || !this.features.declares || this.chooser === 'hu';
    if (only !== undefined && sure) void this.answer(only);
    else if (ways.length > 0) this.chooser = this.chooser === verb ? null : verb;
    else void this.askWhy([this.#typed(verb, raised)]);
  }

  #typed(verb: Verb, raised: string | undefined): string {
    if (OFFERED_BY[verb] !== undefined || raised === undefined) return verb;
    return verb === 'chi' || (verb === 'gang' && !this.choosesTile) ? verb : `${verb} ${raised}`;
  }

  /** One of several, by its number from 1; 飘 by what it is, from 0. */
  digit(digit: number): void {
    const way = this.ask?.kind === 'piao'
      ? this.ways.find((choice) => choice.text === `piao ${digit}`)
      : this.ways[digit - 1]; // prettier-ignore
    if (way !== undefined) void this.answer(way);
    else if (this.ask?.kind === 'piao') void this.askWhy([`piao ${digit}`]);
  }

  get digitsChoose(): boolean {
    return this.ways.length > 0;
  }

  get isOpen(): boolean {
    return this.chooser !== null || this.panel !== null;
  }

  back(): void {
    if (this.chooser !== null) this.#closeChooser();
    else this.close();
  }

  foldSide(): void {
    this.sideOpen = !this.sideOpen;
    keep(SIDE_STORED, this.sideOpen ? 'open' : 'closed');
  }

  /** Close the floating page; a focus that was in it goes on in the hand. */
  close(): void {
    this.#leave('.card-over');
    this.panel = null;
  }

  #closeChooser(): void {
    this.#leave('.chooser');
    this.chooser = null;
  }

  /** What is about to vanish hands its focus to the tiles. */
  #leave(selector: string): void {
    if (document.activeElement?.closest(selector)) this.focusHand();
  }

  toggle(panel: Panel): void {
    if (this.side && isTab(panel)) this.tab = panel;
    else this.panel = this.panel === panel ? null : panel;
  }

  async answer(choice: Choice): Promise<void> {
    const { ask } = this;
    const { send } = this.props;
    if (ask === null || send === undefined) return;
    this.#answered = ask.decision;
    this.#closeChooser();
    const reply = await send({ type: 'answer', decision: ask.decision, action: choice.action }).catch(() => null);
    if (reply?.type === 'reply') return;
    if (this.#answered === ask.decision) this.#answered = null;
    if (reply?.type === 'refused') this.#refused(choice.text, reply);
  }

  #refused(about: string, refused: Refused): void {
    this.verdicts = [{ about, text: refused.text, clause: refused.clause ?? '' }];
    this.panel = 'why';
    this.say(refused.text);
  }

  /** Why may these not be done? The server's own reasons. */
  async askWhy(actions: readonly string[]): Promise<void> {
    const { send, lang: language } = { send: this.props.send, lang: lang.now };
    if (send === undefined || actions.length === 0) return;
    const told = await Promise.all(
      actions.map(async (action) => ({ action, reply: await send({ type: 'why', action, lang: language }).catch(() => null) })),
    );
    const verdicts = told.flatMap(({ action, reply }): Verdict[] => {
      if (reply?.type === 'why') return [{ about: action, text: reply.text, clause: (reply as WhyTold).clause }];
      return reply?.type === 'refused' ? [{ about: action, text: reply.text, clause: reply.clause ?? '' }] : [];
    });
    if (verdicts.length === 0) return;
    this.verdicts = verdicts;
    this.panel = 'why';
    this.say(verdicts.map((verdict) => verdict.text).join(' '));
  }

  /** `?`: why is each button that is missing not there? */
  async why(): Promise<void> {
    this.comeBack();
    if (this.panel === 'why') {
      this.panel = null;
      return;
    }
    const raised = this.raisedTile;
    const tiles = raised !== null && !this.isLegal(raised) ? [`discard ${raised.tile}`] : [];
    const asked = [...tiles, ...missing(this.ask, this.features.chi, raised?.tile ?? null)];
    if (asked.length > 0) return this.askWhy(asked);
    this.verdicts = [{ about: '', text: t('web.table.why.nothing'), clause: '' }];
    this.panel = 'why';
    this.say(t('web.table.why.nothing'));
  }

  async askHint(): Promise<void> {
    this.comeBack();
    if (this.panel === 'hint') {
      this.panel = null;
      return;
    }
    const reply = await this.props.send?.({ type: 'hint', lang: lang.now }).catch(() => null);
    if (reply?.type === 'hint') {
      this.hint = reply;
      this.panel = 'hint';
    } else if (reply?.type === 'refused') this.#refused('hint', reply);
  }
}

export const [getPlay, setPlay] = createContext<Play>();
