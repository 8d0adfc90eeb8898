/**
 * A settlement case as it is written (docs/cases.md), and the draft of one that a person fills in. A draft keeps more than it
 * sends: what was entered in the other mode, or for an end that is no longer chosen, is still there when one goes back.
 */
import type { RulesTold } from '$lib/wire';

export type Mode = 'quick' | 'full';
export type Values = Record<string, string | number>;
/** How many 正精, how many 副精. */
export type Two = [number, number];
export const PLACES = ['hand', 'melds', 'river'] as const;
export type Place = (typeof PLACES)[number];
export type JingCounts = Partial<Record<Place, number[]>>;

export interface Claimed {
  pattern?: string;
  factors?: Record<string, number> | string[];
  jing?: JingCounts;
  lower_jing?: JingCounts;
  look_back?: JingCounts;
  same_song?: JingCounts[];
  gangs?: Record<string, number>;
  ready?: boolean;
}

export interface SeatCase {
  hand?: string | null;
  melds?: string[];
  river?: string;
  claimed?: Claimed;
  piao?: number;
  bai?: { shown: string };
  baojiao?: boolean;
}

export interface EndCase {
  by?: string;
  winners?: number[];
  from?: number;
  tile?: string;
  flags?: string[];
}

export interface Case {
  rules: string;
  preset?: string;
  options?: Values;
  dealer?: number;
  indicator?: string;
  lower_indicator?: string;
  previous_indicator?: string;
  floor?: number;
  chaozhuang?: boolean;
  opening_hands?: (string | null)[];
  seats?: SeatCase[];
  end?: EndCase;
}

export const GANGS = ['ming', 'bu', 'an'] as const;
export type GangKind = (typeof GANGS)[number];
/** The pairs of jing that can be settled; 同一首歌 has one in each of two suits. */
export const PAIRS = ['jing', 'lower_jing', 'look_back', 'same_song.0', 'same_song.1'] as const;
export type PairKey = (typeof PAIRS)[number];
export const SEATS = [0, 1, 2, 3] as const;

export interface ClaimedDraft {
  pattern: string;
  factors: Record<string, number>;
  jing: Record<PairKey, Record<Place, Two>>;
  gangs: Record<GangKind, number>;
  ready: boolean;
}

export interface SeatDraft {
  hand: string;
  melds: string[];
  river: string;
  detail: boolean; // of a player who has not won: his tiles are told, not counts alone
  both: boolean; // what is claimed counts beside told melds and river, as long as no hand is told
  claimed: ClaimedDraft;
  piao: number;
  shown: string; // 摆
  baojiao: boolean;
}

export interface Draft {
  mode: Mode;
  rules: string;
  preset: string;
  options: Values; // differences from the preset
  dealer: number;
  indicator: string;
  lower_indicator: string;
  previous_indicator: string;
  floor: number;
  chaozhuang: boolean;
  opening: string[];
  seats: SeatDraft[];
  by: string;
  winners: number[];
  from: number | null;
  tile: string;
  flags: string[];
}

export interface RuleChoice {
  game: string;
  preset: string;
  options: Values;
}

/** What of a rule sheet a draft must know to be sent. */
export type Sheet = Pick<RulesTold, 'ends' | 'claimable'>;

const noCounts = (): Record<Place, Two> => ({ hand: [0, 0], melds: [0, 0], river: [0, 0] });
const noJing = (): ClaimedDraft['jing'] => ({
  jing: noCounts(),
  lower_jing: noCounts(),
  look_back: noCounts(),
  'same_song.0': noCounts(),
  'same_song.1': noCounts(),
});

/** The pairs that are settled under these rules. */
export const pairsOf = (sheet?: Sheet): readonly PairKey[] =>
  sheet ? PAIRS.filter((pair) => sheet.claimable.jing.includes(pair.split('.')[0]!)) : PAIRS;

const emptySeat = (): SeatDraft => ({
  hand: '',
  melds: [],
  river: '',
  detail: false,
  both: false,
  claimed: { pattern: '', factors: {}, jing: noJing(), gangs: { ming: 0, bu: 0, an: 0 }, ready: false },
  piao: 0,
  shown: '',
  baojiao: false,
});

export function emptyDraft(rules: RuleChoice, mode: Mode = 'quick', dealer = 0): Draft {
  return {
    mode,
    rules: rules.game,
    preset: rules.preset,
    options: { ...rules.options },
    dealer,
    indicator: '',
    lower_indicator: '',
    previous_indicator: '',
    floor: 1,
    chaozhuang: false,
    opening: ['', '', '', ''],
    seats: SEATS.map(emptySeat),
    by: '',
    winners: [],
    from: null,
    tile: '',
    flags: [],
  };
}

/** A hand of which nothing is known but its rules and its dealer. */
export const emptyCase = (rules: RuleChoice, dealer = 0): Case => caseOf(emptyDraft(rules, 'quick', dealer));

export const hasWon = (draft: Draft, seat: number): boolean => draft.winners.includes(seat);
const wins = (by: string): boolean => by !== 'exhausted' && by !== 'false_hu';

/** Is this seat told tile by tile, as far as it is told? */
export const isTold = (draft: Draft, seat: number): boolean =>
  draft.mode === 'full' && (hasWon(draft, seat) || draft.seats[seat]!.detail);

/** Are there claims of this seat: in place of its tiles, or beside its melds? */
export const claims = (draft: Draft, seat: number): boolean =>
  !isTold(draft, seat) || (draft.seats[seat]!.both && draft.seats[seat]!.hand === '');

/** Does this seat claim a pattern: a winner whose tiles are not told, or somebody who is ready when the hand is drawn (查叫)? */
export function claimsPattern(draft: Draft, seat: number, sheet?: Sheet): boolean {
  if (!claims(draft, seat)) return false;
  if (hasWon(draft, seat)) return true;
  return draft.by === 'exhausted' && draft.seats[seat]!.claimed.ready && (sheet?.claimable.ready ?? true);
}

/** The factors that this seat can claim with its pattern and this end, as the server tells them. */
export function offeredFactors(draft: Draft, seat: number, sheet: Sheet): Sheet['claimable']['factors'] {
  const { pattern } = draft.seats[seat]!.claimed;
  if (claimsPattern(draft, seat, sheet)) {
    const ending = (ends: readonly string[]): boolean => draft.by === 'exhausted' || ends.includes(draft.by);
    return sheet.claimable.factors.filter((one) => one.of === 'winner' && one.patterns.includes(pattern) && ending(one.ends));
  }
  if (draft.from !== seat || !claims(draft, seat)) return [];
  return sheet.claimable.factors.filter((one) => one.of === 'giver' && one.ends.includes(draft.by));
}

export const flagsOf = (draft: Draft, sheet: Sheet): { flag: string; title: string }[] => {
  const end = sheet.ends.find(({ by }) => by === draft.by);
  return end?.flags.map((flag, place) => ({ flag, title: end.titles[place] ?? flag })) ?? [];
};

const some = <Kind>(kind: Kind, there: boolean): Kind | undefined => (there ? kind : undefined);

/** An object without what is undefined. */
function whole<Kind extends object>(told: { [Key in keyof Kind]: Kind[Key] | undefined }): Kind {
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)) as Kind;
}

function claimedOf(draft: Draft, seat: number, sheet?: Sheet): Claimed | undefined {
  const { claimed } = draft.seats[seat]!;
  const told: Claimed = {};
  if (claimsPattern(draft, seat, sheet)) {
    if (claimed.pattern) told.pattern = claimed.pattern;
    if (!hasWon(draft, seat)) told.ready = true;
  }
  const offered = sheet ? offeredFactors(draft, seat, sheet).map(({ name }) => name) : Object.keys(claimed.factors);
  const factors = Object.entries(claimed.factors).filter(([name, count]) => count > 0 && offered.includes(name));
  if (factors.length) told.factors = Object.fromEntries(factors);
  claimJing(told, claimed.jing, pairsOf(sheet));
  // In quick mode the numbers of all four are in sight: once jing are counted at all, a nought is an answer as well.
  const counted = draft.seats.some((one) => one.claimed.jing.jing.hand.some((count) => count > 0));
  if (draft.mode === 'quick' && counted && sheet?.claimable.jing.includes('jing')) told.jing = { hand: [0, 0], ...told.jing };
  const gangs = GANGS.filter((kind) => claimed.gangs[kind] > 0);
  if (gangs.length) told.gangs = Object.fromEntries(gangs.map((kind) => [kind, claimed.gangs[kind]]));
  return Object.keys(told).length || hasWon(draft, seat) ? told : undefined;
}

function claimJing(told: Claimed, jing: ClaimedDraft['jing'], pairs: readonly PairKey[]): void {
  const counted = (pair: PairKey): JingCounts =>
    Object.fromEntries(PLACES.filter((place) => jing[pair][place].some((count) => count > 0)).map((place) => [place, [...jing[pair][place]]]));
  for (const pair of ['jing', 'lower_jing', 'look_back'] as const) {
    const counts = counted(pair);
    if (pairs.includes(pair) && Object.keys(counts).length) told[pair] = counts;
  }
  const songs = [counted('same_song.0'), counted('same_song.1')];
  if (pairs.includes('same_song.0') && songs.some((counts) => Object.keys(counts).length)) told.same_song = songs;
}

/** A robbed player shows the peng that he was adding to; he need not tell more. */
const robbedPeng = (draft: Draft, seat: number): string[] | undefined =>
  some([`peng ${draft.tile}`], draft.mode === 'full' && draft.by === 'robbed_gang' && draft.from === seat && draft.tile !== '');

function seatOf(draft: Draft, seat: number, sheet?: Sheet): SeatCase {
  const from = draft.seats[seat]!;
  const told = isTold(draft, seat);
  return whole<SeatCase>({
    hand: some(from.hand, told && from.hand !== ''),
    melds: told ? some(from.melds, from.melds.length > 0) : robbedPeng(draft, seat),
    river: some(from.river, told && from.river !== ''),
    claimed: claims(draft, seat) ? claimedOf(draft, seat, sheet) : undefined,
    piao: some(from.piao, from.piao > 0),
    bai: some({ shown: from.shown }, draft.mode === 'full' && from.shown !== ''),
    baojiao: some(true, from.baojiao),
  });
}

function endOf(draft: Draft, sheet?: Sheet): EndCase | undefined {
  if (!draft.by && !draft.winners.length) return undefined;
  const won = wins(draft.by);
  const offered = sheet && draft.by ? flagsOf(draft, sheet).map(({ flag }) => flag) : draft.flags;
  const flags = draft.flags.filter((flag) => offered.includes(flag));
  return whole<EndCase>({
    by: some(draft.by, draft.by !== ''),
    winners: some(draft.winners, won && draft.winners.length > 0),
    from: draft.by === 'zimo' || draft.by === 'exhausted' || draft.from === null ? undefined : draft.from,
    tile: some(draft.tile, won && draft.mode === 'full' && draft.tile !== ''),
    flags: some(flags, flags.length > 0),
  });
}

/** What is sent. */
export function caseOf(draft: Draft, sheet?: Sheet): Case {
  const full = draft.mode === 'full';
  return whole<Case>({
    rules: draft.rules,
    preset: draft.preset,
    options: some(draft.options, Object.keys(draft.options).length > 0),
    dealer: draft.dealer,
    indicator: some(draft.indicator, draft.indicator !== ''),
    lower_indicator: some(draft.lower_indicator, draft.lower_indicator !== ''),
    previous_indicator: some(draft.previous_indicator, draft.previous_indicator !== ''),
    floor: some(draft.floor, draft.floor > 1),
    chaozhuang: some(true, draft.chaozhuang),
    opening_hands: some(
      draft.opening.map((text) => text || null),
      full && draft.opening.some(Boolean),
    ),
    seats: SEATS.map((seat) => seatOf(draft, seat, sheet)),
    end: endOf(draft, sheet),
  });
}

// ── back again ──────────────────────────────────────────────────────────────

// A link may hold anything: what is none of a case's values is left out here, and the server says what is missing.

const number = (value: unknown, least = 0): number => (typeof value === 'number' && Number.isInteger(value) ? Math.max(least, value) : least);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const texts = (value: unknown): string[] => list(value).filter((one) => typeof one === 'string');
const isSeat = (value: unknown): value is number => SEATS.includes(value as 0);

/** The keys of an object, whatever they hold. */
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const twoOf = (told: unknown): Two => [number(list(told)[0]), number(list(told)[1])];

function countsOf(told: unknown): Record<Place, Two> {
  const { hand, melds, river } = record(told);
  return { hand: twoOf(hand), melds: twoOf(melds), river: twoOf(river) };
}

function factorsOf(told: unknown): Record<string, number> {
  if (Array.isArray(told)) return Object.fromEntries(texts(told).map((name) => [name, 1]));
  return Object.fromEntries(Object.entries(record(told)).map(([name, count]) => [name, number(count)]));
}

function claimedDraft(told: Record<string, unknown>): ClaimedDraft {
  const { claimed } = emptySeat();
  claimed.pattern = text(told['pattern']);
  claimed.factors = factorsOf(told['factors']);
  for (const pair of ['jing', 'lower_jing', 'look_back'] as const) claimed.jing[pair] = countsOf(told[pair]);
  const songs = list(told['same_song']);
  claimed.jing['same_song.0'] = countsOf(songs[0]);
  claimed.jing['same_song.1'] = countsOf(songs[1]);
  const gangs = record(told['gangs']);
  for (const kind of GANGS) claimed.gangs[kind] = number(gangs[kind]);
  claimed.ready = told['ready'] === true;
  return claimed;
}

function seatDraft(told: Record<string, unknown>): SeatDraft {
  const seat = emptySeat();
  seat.hand = text(told['hand']);
  seat.melds = texts(told['melds']);
  seat.river = text(told['river']);
  seat.detail = Boolean(seat.hand || seat.melds.length || seat.river);
  seat.both = seat.detail && Object.keys(record(told['claimed'])).length > 0;
  seat.claimed = claimedDraft(record(told['claimed']));
  seat.piao = number(told['piao']);
  seat.shown = text(record(told['bai'])['shown']);
  seat.baojiao = told['baojiao'] === true;
  return seat;
}

/** A case in the form in which it can be edited. */
export function draftOf(told: Case): Draft {
  // A switch may be told as true or false too.
  const options = Object.entries(record(told.options)).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)) as [string, string | number][];
  const draft = emptyDraft({ game: text(told.rules), preset: text(told.preset) || 'classic', options: Object.fromEntries(options) });
  draft.dealer = isSeat(told.dealer) ? told.dealer : 0;
  draft.indicator = text(told.indicator);
  draft.lower_indicator = text(told.lower_indicator);
  draft.previous_indicator = text(told.previous_indicator);
  draft.floor = number(told.floor, 1);
  draft.chaozhuang = told.chaozhuang === true;
  const [opening, seats, end] = [list(told.opening_hands), list(told.seats), record(told.end)];
  draft.opening = SEATS.map((seat) => text(opening[seat]));
  draft.seats = SEATS.map((seat) => seatDraft(record(seats[seat])));
  draft.by = text(end['by']);
  draft.winners = list(end['winners']).filter(isSeat);
  draft.from = isSeat(end['from']) ? end['from'] : null;
  draft.tile = text(end['tile']);
  draft.flags = texts(end['flags']);
  forgetRobbedPeng(draft);
  draft.mode = modeOf(draft);
  return draft;
}

/** The peng that a robbed player shows is put in by itself; it is no sign that his tiles are told. */
function forgetRobbedPeng(draft: Draft): void {
  const robbed = draft.by === 'robbed_gang' && draft.tile && draft.from !== null ? draft.seats[draft.from] : undefined;
  if (!robbed || robbed.hand || robbed.river || robbed.melds.join() !== `peng ${draft.tile}`) return;
  Object.assign(robbed, { melds: [], detail: false, both: false });
}

/** Tiles are told in full mode alone, patterns are claimed in quick mode. */
function modeOf(draft: Draft): Mode {
  if (draft.tile || draft.opening.some(Boolean) || draft.seats.some(({ detail, shown }) => detail || shown)) return 'full';
  return draft.indicator && !draft.seats.some(({ claimed }) => claimed.pattern) ? 'full' : 'quick';
}
