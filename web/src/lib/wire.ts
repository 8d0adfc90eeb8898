// Written by scripts/wire.py from src/paizhuo/server/wire*.py. Change the types there and run the script.

export const WIRE_VERSION = 1;
export const MOST_BYTES = 8192;
export const SEATS = 4;
export const PHRASES = ['hello', 'thanks', 'well_played', 'sorry', 'hurry', 'wait', 'lucky', 'again', 'bye'] as const;

export type Lang = 'zh' | 'en';

/** The last stream message that the page has. `hand` counts all hands of the room, whichever match they are of. */
export interface Place {
  hand: number;
  seq: number;
}

/** The first message of a connection. The seat's token comes in the cookie, or here. */
export interface Hello {
  type: 'hello';
  version: number;
  lang?: 'zh' | 'en';
  resume?: Place | null;
  token?: string | null;
}

/** What a seat does about the decision that it was asked. */
export interface Answer {
  type: 'answer';
  id: number;
  decision: number;
  action: number;
}

/** Why can this seat not do that (`discard 5m`, `peng`, `gang 5m` …)? */
export interface Why {
  type: 'why';
  id: number;
  action: string;
  lang?: 'zh' | 'en';
}

/** Distance and waits of the own hand, where the room allows it. */
export interface Hint {
  type: 'hint';
  id: number;
  lang?: 'zh' | 'en';
}

/** What the server does for the seat by itself. */
export interface Auto {
  type: 'auto';
  id: number;
  passing?: boolean;
  winning?: boolean;
  discarding?: boolean;
}

/** On to the next hand. */
export interface Ready {
  type: 'ready';
  id: number;
}

/** A quick phrase, by its number in `PHRASES`. */
export interface Say {
  type: 'say';
  id: number;
  phrase: number;
}

export interface Rename {
  type: 'rename';
  id: number;
  name: string;
}

/** Take a free seat; `null` leaves one's seat and watches. Before the match only. */
export interface Sit {
  type: 'sit';
  id: number;
  seat: number | null;
}

/** Leave the room for good. */
export interface Leave {
  type: 'leave';
  id: number;
}

/** Propose to end the match, or answer the proposal. */
export interface Dissolve {
  type: 'dissolve';
  id: number;
  yes?: boolean;
}

/** The same players and rules once more, when the match is over. */
export interface Rematch {
  type: 'rematch';
  id: number;
}

/** A one-time link that moves this seat to another device. `origin`: of the page, for the QR code. */
export interface Link {
  type: 'link';
  id: number;
  origin?: string;
}

/** Host: begin; free seats are taken by bots. */
export interface Start {
  type: 'start';
  id: number;
}

/** Host: let nobody else in, or let them in again. */
export interface Lock {
  type: 'lock';
  id: number;
  locked: boolean;
}

/** Host: a person must leave; his token is void. */
export interface Kick {
  type: 'kick';
  id: number;
  person: number;
}

/** Host: a bot on a free seat or in another bot's place; `level` None frees the seat. Before the match only. */
export interface PlaceBot {
  type: 'bot';
  id: number;
  seat: number;
  level: string | null;
  name?: string;
}

/** Host: two seats change places. Before the match only. */
export interface Swap {
  type: 'swap';
  id: number;
  first: number;
  second: number;
}

/** Host: a seat's clock runs 1, 2 or 4 times as long. */
export interface Factor {
  type: 'factor';
  id: number;
  seat: number;
  factor: 1 | 2 | 4;
}

export interface Ping {
  type: 'ping';
  id: number;
}

/** `tiles` empty: a gang that lies face down. */
export interface MeldSeen {
  kind: 'chi' | 'peng' | 'gang' | 'bu' | 'an';
  tiles: string[];
  taken: string | null;
  giver: number | null;
}

/** What lies before one seat. `hand`: concealed tiles in kind order, the drawn one included; `?` = hidden. */
export interface SeatSeen {
  hand: string[];
  drawn: string | null; // the tile just drawn (``?`` another's), while it is this seat's turn
  melds: MeldSeen[];
  river: string[]; // discards that nobody has claimed, in order
  announced: boolean; // 精钓
  piao: number | null; // 飘, once all have chosen
  baojiao: boolean; // 报叫
  bai: boolean; // 摆
  shown: string[]; // 摆: laid down, still part of the hand
}

export interface Discarded {
  seat: number;
  tile: string;
}

/** All that one viewer sees of a hand. The page's reducer keeps the same value from events alone. */
export interface TableSeen {
  viewer: number | null; // None: a spectator
  dealer: number;
  floor: number; // 爬楼
  wallLeft: number; // tiles that may still be taken
  jing: string[]; // 正精, 副精; empty in a game without
  lower: string[]; // 下精, where shown
  previous: string[]; // 回头一笑
  seats: SeatSeen[];
  turn: number | null; // whose turn it is; None while claims may be made
  last: Discarded | null; // the last discard, while it lies in the river
  scores: number[]; // points of this hand so far
  over: boolean;
}

/** One thing that may be done: its number, what it would be typed as, and its verb. */
export interface Choice {
  action: number;
  text: string; // ``discard 5m``, ``chi 34m``, ``bai 9s show 34m`` …
  verb: string; // discard, jingdiao, gang, hu, pass, peng, chi, piao, baojiao, bai
  tiles: string[]; // what it names; of chi the two tiles from hand
  shown: string[]; // 摆: the tiles laid down
  waits: string[]; // 摆: what they wait for
}

/** A decision that a seat must take. */
export interface Asked {
  decision: number; // dense for each seat
  kind: 'turn' | 'claim' | 'rob' | 'piao' | 'baojiao';
  choices: Choice[];
  tile: string | null; // the tile it is about
  giver: number | null;
  limitMs: number | null; // time to answer; None: no clock
  bankMs: number | null; // what is drawn on afterwards, on one's own turn
}

/** Answer to `hello`. `version` differs: the page reloads itself when nothing is asked of it. */
export interface Welcome {
  type: 'welcome';
  version: number;
  build: string;
  resumed: boolean; // stream messages follow; else a snapshot does
  engine: string;
}

export interface PersonSeen {
  person: number;
  name: string;
  connected: boolean;
}

/** Who sits there: a person, a bot, or nobody. */
export interface RoomSeat {
  person: number | null;
  bot: string | null; // its level
  name: string;
  connected: boolean;
  away: boolean; // 托管: a bot plays for the person
  factor: number;
  ready: boolean; // for the next hand
  bankMs: number | null;
}

/** `id` opens the replay; None: void, or kept back. */
export interface FinishedHand {
  number: number;
  id: string | null;
  scores: number[];
  winners: number[];
  dealer: number;
  void: boolean;
}

/** A vote on ending the match. */
export interface Vote {
  by: number; // seat
  yes: number[];
  no: number[];
  leftMs: number;
}

/** Seconds a turn, the bank a hand's match has, seconds in a claim window; no clock at all is `null` instead. */
export interface ClockRules {
  turn: number;
  bank: number;
  claim: number;
}

/** Exactly one of both; a new room without either has eight hands. */
export interface Length {
  hands: number | null;
  rounds: number | null;
}

/** The public state of the room, whole. */
export interface Room {
  type: 'room';
  code: string;
  title: string;
  game: string;
  preset: string;
  options: Record<string, string | number>;
  differences: Record<string, string | number>; // options that are not the preset's
  capabilities: string[]; // what there is to draw at this table: chi, honours, jing, piao, bai …
  length: Length;
  clock: ClockRules | null;
  hints: boolean;
  public: boolean;
  password: boolean;
  locked: boolean;
  spectators: boolean;
  delayMs: number; // of spectators
  phase: 'lobby' | 'playing' | 'between' | 'over';
  dissolved: boolean;
  host: number | null; // person
  seats: RoomSeat[];
  watching: PersonSeen[];
  hand: number; // number of the hand in play or just over, from 0; -1 before the first
  totals: number[]; // points of the finished hands
  finished: FinishedHand[];
  vote: Vote | null;
  match: number; // number of the match in this room, a rematch is the next
  nextMs: number | null; // between hands: time until the next one begins by itself
  tutorial: string | null; // the step, in a room made for the tutorial
  namesHidden: boolean; // its maker (person 1) keeps the names back in replays
}

/** What is known about oneself. */
export interface You {
  type: 'you';
  person: number | null;
  seat: number | null;
  host: boolean;
  passing: boolean;
  winning: boolean;
  discarding: boolean;
}

/** The hand as it stands; stream messages go on after `seq`. `table` None: no hand yet. */
export interface Snapshot {
  type: 'snapshot';
  hand: number;
  seq: number;
  table: TableSeen | null;
  ask: Asked | null;
  commitment: string | null;
}

/**
 * Something has happened (docs/logs.md has the events; their own `seq` is left out here).
 *
 * A hand begins with `start_hand` (its commitment) and ends with `key`, between which the table's events stand.
 */
export interface EventTold {
  type: 'event';
  hand: number;
  seq: number;
  event: Record<string, unknown>;
}

/** This seat must answer. */
export interface AskTold {
  type: 'ask';
  hand: number;
  seq: number;
  ask: Asked;
}

/** Whose turn runs out when. `seat` None: no public clock runs. `own_ms`: until one's own answer is due. */
export interface Clock {
  type: 'clock';
  seat: number | null;
  leftMs: number | null;
  bankMs: number | null;
  ownMs: number | null;
}

/** It was done. */
export interface Reply {
  type: 'reply';
  id: number;
}

/**
 * It was not done, and nothing has changed.
 *
 * `stale`: of an older decision; `done`: answered already; `not_yours`: not asked; `illegal`: the rules do
 * not allow it; `host`, `seated`, `phase`: not for you, not from there, not now; `limit`: too many;
 * `bad`: not understood.
 */
export interface Refused {
  type: 'refused';
  id: number;
  code: 'stale' | 'done' | 'not_yours' | 'illegal' | 'host' | 'seated' | 'phase' | 'limit' | 'bad';
  text: string;
  clause: string;
}

/** `name` empty: it may be done. */
export interface WhyTold {
  type: 'why';
  id: number;
  name: string;
  text: string;
  clause: string;
}

/** `value`: points of all payers together, drawn by oneself; `discard`: the least that a discard of it pays. */
export interface WaitTold {
  tile: string;
  left: number;
  value: number | null;
  discard: number | null;
  pattern: string;
}

export interface DiscardTold {
  tile: string;
  distance: number; // after it; 1 = ready
  helps: number; // copies not seen that lessen the distance
  waits: WaitTold[];
}

/** `discards` on one's own turn, the best first; else `waits` of the hand as it is. */
export interface HintTold {
  type: 'hint';
  id: number;
  distance: number;
  helps: number;
  waits: WaitTold[];
  discards: DiscardTold[];
}

/** `path` holds the ticket behind `#`; `qr` rows of `0` and `1` of the whole address. */
export interface LinkTold {
  type: 'link';
  id: number;
  path: string;
  qr: string[];
  seconds: number;
}

export interface Said {
  type: 'said';
  person: number;
  seat: number | null;
  phrase: number;
}

/** `door` (join first), `void` (a hand that no longer replays), `drain` (the server restarts) … */
export interface Notice {
  type: 'notice';
  code: 'door' | 'kicked' | 'left' | 'void' | 'dissolved' | 'vote_failed' | 'drain' | 'reload' | 'gone';
}

export interface Pong {
  type: 'pong';
  id: number;
}

/** Any answer that is not 2xx: what was wrong, in the asked language. */
export interface Problem {
  error: string;
  code: string;
}

/** `POST /api/rooms`. Who makes it is its host on seat 0 and gets the cookie of his seat. */
export interface CreateRoom {
  name: string;
  game: string;
  preset?: string;
  options?: Record<string, string | number>;
  title?: string;
  length?: Length;
  clock?: ClockRules | null;
  hints?: boolean;
  public?: boolean;
  password?: string;
  spectators?: boolean;
  delaySeconds?: number;
  bots?: string[]; // levels, for seats 1, 2, 3
  begin?: boolean; // at once, bots on the free seats
}

export interface Created {
  room: string; // 128 bits, in the address of the room
  code: string;
}

/** `POST /r/{room}/join` */
export interface JoinRoom {
  name: string;
  password?: string;
  watch?: boolean;
}

export interface Joined {
  person: number;
  seat: number | null;
}

/** `POST /api/codes` */
export interface FindRoom {
  code: string;
}

/** `POST /r/{room}/move`: the ticket from behind the `#`. */
export interface MoveSeat {
  ticket: string;
}

/** A room as the lobby and the door of the room show it. */
export interface RoomCard {
  room: string;
  title: string;
  game: string;
  preset: string;
  people: number;
  free: number;
  playing: boolean;
  password: boolean;
  spectators: boolean;
  host: string;
}

export interface Lobby {
  rooms: RoomCard[];
}

/** One house rule for the form. Texts are in the asked language. */
export interface OptionForm {
  name: string;
  clause: string;
  title: string;
  about: string;
  default: string | number;
  choices: (string | number)[];
  labels: string[]; // of the choices
  least: number;
  most: number;
  open: boolean; // takes a number beside the choices
}

export interface PresetForm {
  name: string;
  title: string;
  options: Record<string, string | number>; // every option's value
}

export interface GameForm {
  name: string;
  title: string;
  options: OptionForm[];
  presets: PresetForm[];
}

/** `GET /api/games?lang=zh` */
export interface Forms {
  games: GameForm[];
  bots: string[];
}

/** One payment, explained. `group`: win, jing, gang, others; `clauses` behind it, its own first. */
export interface LineTold {
  kind: string;
  group: 'win' | 'jing' | 'gang' | 'others';
  giver: number;
  taker: number;
  points: number;
  text: string;
  clause: string;
  clauses: string[];
}

/** A winner's hand in the counted reading (`Reading.as_json` with tiles as MPSZ), and the tile it was won with. */
export interface WinnerTold {
  seat: number;
  tile: string;
  giver: number | null;
  title: string;
  reading: Record<string, unknown>;
}

/**
 * `GET /api/hands/{hand}?lang=zh`: a finished hand, settled in words, with all that a replay draws.
 *
 * `events` tell everything, hidden tiles too; `decisions[n]` is the number of events before answer n, which
 * `deciders[n]` gave.
 */
export interface HandTold {
  id: string;
  number: number;
  game: string;
  preset: string;
  options: Record<string, string | number>;
  differences: Record<string, string | number>;
  capabilities: string[];
  names: string[];
  dealer: number;
  scores: number[];
  totals: number[]; // of the match after it
  verified: boolean;
  engine: string;
  commitment: string;
  clauses: Record<string, string>; // texts of the clauses that lines name: clause → its heading
  winners: WinnerTold[];
  lines: LineTold[];
  events: Record<string, unknown>[];
  decisions: number[];
  deciders: number[];
  actions: string[];
  branch: boolean; // may be taken over from
}

/** `POST /api/hands/{hand}/branch`: a private room that goes on from decision `at`, bots on the other seats. */
export interface Branch {
  name: string;
  at: number;
  seat: number;
}

/** `POST /r/{room}/hide`: the maker of the room hides or shows names in its replays. */
export interface HideNames {
  hidden: boolean;
}

/** `POST /api/verify` with a log as the body: is it what the engine plays? */
export interface Verified {
  ok: boolean;
  kind: string;
  problem: string;
  line: number;
  hands: HandTold[];
}

/** One step of the tutorial: a scripted hand. Texts are in the asked language; `[5m]` in them is a tile. */
export interface TutorialStep {
  name: string;
  title: string;
  text: string[]; // before the first move
  goal: string;
  moves: string[]; // what the learner is to do, in order: texts of choices
  tips: string[]; // one for each move
  after: string[]; // what has happened, if the hand went so
  scores: number[]; // of the hand, if it went so
}

/** `GET /api/tutorial?lang=zh`; `POST /api/tutorial/{step}` makes the step's room (`Created`). */
export interface Tutorial {
  steps: TutorialStep[];
}

/** `POST /api/rules`: which rules? `options` hold the differences from the preset, or all. */
export interface RulesAsk {
  rules: string;
  preset?: string;
  options?: Record<string, unknown>;
}

/** A pattern that may be claimed in place of a hand. */
export interface ClaimPattern {
  name: string;
  title: string;
  clause: string;
}

/** A row that may be claimed to have fired. */
export interface ClaimFactor {
  name: string;
  title: string;
  clause: string;
  most: number; // how often it can count
  patterns: string[]; // with which patterns
  ends: string[]; // with which ends of a hand
  of: string; // whose claim it is: winner, giver
}

/** What may be claimed of a hand that is not told tile by tile. */
export interface Claimable {
  patterns: ClaimPattern[];
  factors: ClaimFactor[];
  jing: string[]; // keys of the jing pairs that are settled: jing, lower_jing, look_back, same_song
  gangs: string[];
  ready: boolean; // 查叫 asks who is ready
}

/** How a told hand may end, and the flags that go with it. */
export interface EndForm {
  by: string;
  title: string;
  flags: string[];
  titles: string[]; // of the flags
}

/** A rule set. `text`: game, preset and differences in words; `link`: `v1.…` with the rules alone. */
export interface RulesTold {
  game: string;
  name: string; // of the game, in the asked language
  preset: string;
  presetTitle: string;
  options: Record<string, string | number>; // every option
  differences: Record<string, string | number>; // those that are not the preset's
  digest: string;
  capabilities: string[];
  tileKinds: number; // 34, or 27 without honours
  fields: string[]; // what there is to ask at this table: indicator, floor, ready, piao, jing, same_song …
  piaoMax: number;
  ends: EndForm[]; // those that the rules allow
  claimable: Claimable;
  text: string;
  link: string;
}

export interface GameTold {
  name: string;
  title: string;
  presets: string[];
  titles: string[]; // of the presets
  capabilities: string[];
}

/** `GET /api/rules?lang=zh`; `GET /api/rules/{game}` has a whole sheet, as `paizhuo rules --json`. */
export interface GamesTold {
  games: GameTold[];
}

/** `POST /api/link`: what does this link hold? A whole address, `#v1.…` or `v1.…`. */
export interface LinkAsk {
  link: string;
}

/**
 * `changed`: made under rules of the same names that have other values now (the hash differs).
 *
 * `case`: with `rules`, `preset` and `options` (differences) at least; of a rules link nothing else.
 */
export interface CaseLinkTold {
  case: Record<string, unknown>;
  changed: boolean;
  rules: RulesTold;
  text: string; // what it holds, and what has changed, in words
}

/** `POST /api/link/write` */
export interface LinkWrite {
  case: Record<string, unknown>;
}

export interface LinkWritten {
  link: string; // ``v1.…``; put it behind ``#``
}

/** `POST /api/qr`: answered with rows of `0` and `1`, `1` is dark; no quiet zone. */
export interface QrAsk {
  text: string;
}

/** `POST /api/calc` and `POST /api/calc/whatif`. The case may be unfinished. */
export interface CaseAsk {
  case: Record<string, unknown>;
  names?: string[] | null; // of the four players, for sentences; else they name seats
}

export interface NearWait {
  tile: string;
  left: number; // copies that do not lie open
}

/** Without this tile the hand would wait. */
export interface NearDiscard {
  tile: string;
  distance: number;
  waits: NearWait[];
}

/** A hand that is no win: how far it is from one. `seat`: whose hand; `waits` of a ready hand. */
export interface Nearest {
  seat: number;
  distance: number; // tiles still to come; 1 = ready, 0 = complete
  text: string; // in words, why it is none and what would be one
  waits: NearWait[];
  discards: NearDiscard[];
}

/** What a case pays, or why it cannot be settled yet. Either `deltas` or `problem`. */
export interface CalcTold {
  deltas: number[] | null;
  lines: LineTold[];
  winners: WinnerTold[]; // with all readings and what each pays
  clauses: Record<string, string>; // texts of the clauses that lines name: clause → its heading
  assumptions: string[]; // what was taken for granted
  problem: string | null;
  where: string; // the field that the problem is about: ``seats[0].hand``; empty = none alone
  nearest: Nearest | null;
  jing: string[]; // 正精, 副精, once the indicator is told
  hands: (string | null)[]; // of the four seats, as MPSZ where the text could be read
  capabilities: string[];
  digest: string; // of the rules; empty where they cannot be read
  link: string; // ``v1.…`` of what was sent; empty where it cannot be kept
  nextDealer: number | null;
}

/** One change and what would be paid then. `deltas` None: no such hand; `note` says why. */
export interface WhatIfRow {
  label: string;
  tile: string | null; // the indicator, or the jing that is moved
  seat: number | null; // whose jing, who deals, who gives
  deltas: number[] | null;
  note: string;
  now: boolean; // this is what the case tells
}

/** `POST /api/calc/whatif`; a group that the game or the hand has not is empty. */
export interface WhatIf {
  base: number[] | null;
  problem: string | null;
  remarks: string[]; // which groups are left out, and why
  indicator: WhatIfRow[];
  jing: WhatIfRow[]; // one jing from a hand to its river, or back
  dealer: WhatIfRow[];
  manner: WhatIfRow[]; // self-draw, or a discard of each
}

/** One payment as the other reckons it. */
export interface ClaimLine {
  kind: string;
  giver: number;
  taker: number;
  points: number;
}

/** Lines (those that are not named are taken as ours), or what each gets in all. */
export interface Claim {
  lines?: ClaimLine[] | null;
  deltas?: number[] | null;
}

/** `POST /api/calc/differ` */
export interface DifferAsk {
  case: Record<string, unknown>;
  claim: Claim;
  names?: string[] | null;
}

/** One option whose other value would make the other right. `whole`: in everything, not in this line alone. */
export interface DifferOption {
  option: string;
  value: string | number;
  title: string; // of the option
  label: string; // of the value
  text: string; // both in a sentence
  whole: boolean;
  deltas: number[]; // what would be paid then
}

/** `line`: our first line that differs; None where the other has a line that we have not, or all agree. */
export interface Differ {
  same: boolean;
  line: LineTold | null;
  ours: number;
  theirs: number;
  clause: string;
  text: string;
  options: DifferOption[];
}

/** `POST /api/boards/{id}` with the host key: make it; a board that is there already is told as it is. */
export interface BoardCreate {
  names: string[]; // of 4 to 6 players
  game: string;
  preset?: string;
  options?: Record<string, string | number>;
  title?: string;
  seats?: number[]; // the player on each seat
  dealer?: number; // the seat that deals the first hand
}

/** How a hand ended whose points are told: what the engine needs to say who deals next. */
export interface BoardEnd {
  by: string; // zimo, discard, robbed_gang, exhausted, false_hu
  winners: number[]; // seats
  giver: number | null; // the seat that discarded, was robbed or declared falsely
}

/**
 * The body of `add` and `edit`: what a hand paid, or how it ended.
 *
 * `case`: a settlement case (full or claimed). Rules, dealer, floor and the indicator to look back at are the
 * board's, whatever the case says of them; `dealer`, `floor` and `previous` say otherwise for this hand.
 * `points`: by seat, sum 0. `fine`: by player, sum 0; no hand was played, so the deal stays where it is.
 */
export interface BoardEntry {
  entry: 'case' | 'points' | 'fine';
  case: unknown;
  points: number[] | null;
  end: BoardEnd | null; // of points; None: nobody says, and then ``next`` or a guess is needed
  indicator: string | null; // of points: the turned tile, if the next hand looks back at it
  dealer: number | null; // the seat that dealt this hand, where the board is mistaken
  floor: number | null; // likewise
  previous: string | null; // likewise, the indicator of the hand before
  next: number | null; // the seat that deals next, where the table has it otherwise than the rules
  note: string;
}

/**
 * One operation. It is never changed; sending it again changes nothing.
 *
 * | kind | hand | more |
 * |---|---|---|
 * | add | the new hand's id | `after` the hand before it ("" = the first), `before` the one that it is put in front of ("" = none is known), body: BoardEntry |
 * | edit, withdraw | the hand | `base` its version as the page saw it; edit: body BoardEntry, and brings a withdrawn one back |
 * | choose | the hand in conflict | body {op}: the operation that counts |
 * | same | the hand that is asked about | body {other, keep}: the two are one; `keep`: the hand whose entry counts |
 * | two | the hand that is asked about | body {other} |
 * | undo | | body {op}: one's own last operation |
 * | seats | | `after` a hand ("" = from the first on), body {seats}: four players |
 * | rules | | `after`, body {game, preset, options} |
 * | player | | body {player, name}: another name; the next free number is a new player |
 * | title | | body {title} |
 * | device | | body {name}: what this phone is called |
 * | renew | a hand stored by an earlier engine | body {engine}: settle it by the engine that runs now |
 * | grant, revoke | | host: body {device} |
 * | admit | | host: body {all}: may phones write that nobody has granted it to? |
 * | accept, refuse | | host: body {op}: a proposal |
 */
export interface BoardOp {
  id: string;
  kind: 'add' | 'edit' | 'withdraw' | 'choose' | 'same' | 'two' | 'renew' | 'undo' | 'seats' | 'player' | 'rules' | 'title' | 'device' | 'grant' | 'revoke' | 'admit' | 'accept' | 'refuse';
  hand?: string;
  base?: number;
  after?: string;
  before?: string;
  body?: Record<string, unknown>;
  made?: number; // ms since 1970 by the phone's clock; shown, and nothing follows from it
}

/** `POST /api/boards/{id}/sync?lang=`: what this phone has to say, in its order; at most 64 operations at once. */
export interface BoardSync {
  device: string; // the phone's secret: who knows it may undo what it did
  since?: string; // ``mark`` of the last answer
  ops?: BoardOp[];
}

/**
 * An operation that was not taken; it is to be given up.
 *
 * `bad`: not understood or impossible; `unknown`: names a hand or operation that is not there; `view`: this key
 * may only look; `host`: for the host; `limit`: the board is full; `own`: not one's own last operation.
 */
export interface BoardRefused {
  id: string;
  code: 'bad' | 'unknown' | 'view' | 'host' | 'limit' | 'own';
  text: string;
}

/** A rule set of the board, in words. */
export interface BoardRules {
  game: string;
  preset: string;
  options: Record<string, string | number>;
  differences: Record<string, string | number>;
  capabilities: string[];
  digest: string;
  text: string;
}

export interface BoardPlayer {
  player: number;
  name: string;
  seat: number | null; // for the next hand; None: sits out
  total: number;
  won: number; // hands
}

/** The hand that is to be entered next: what the board knows about it. */
export interface BoardNext {
  number: number; // from 1
  after: string; // for the ``add``
  dealer: number; // seat
  floor: number; // 爬楼
  previous: string | null; // the indicator to look back at
  uncertain: string; // why dealer and floor may be wrong; empty: they are not
  rules: number; // place in ``rules``
  seats: number[]; // player by seat
}

/** One side of a conflict. `entry` None: the hand is withdrawn. */
export interface BoardRival {
  op: string;
  device: string;
  name: string;
  entry: BoardEntry | null;
  deltas: number[] | null; // by player; None: withdrawn, or not to be settled
  text: string;
}

/** Two changes of the same version: the first one counts until somebody chooses. */
export interface BoardConflict {
  sides: BoardRival[]; // the counted one first
  text: string;
}

/** Added after the same hand as another: the same hand, or two? Until it is answered only the other one counts. */
export interface BoardQuestion {
  other: string; // hand
  alike: boolean; // both say the same points
  text: string;
}

/** The engine has changed since this hand was settled, and would settle it otherwise now. */
export interface BoardStored {
  engine: string;
  now: number[] | null; // by player; None: it would refuse it
  text: string;
}

export interface BoardHand {
  hand: string;
  number: number; // from 1; 0: a fine, or not counted
  status: 'counted' | 'problem' | 'asked' | 'withdrawn' | 'merged'; // problem: it cannot be settled; merged: the same as ``other`` of its question
  version: number;
  entry: BoardEntry;
  players: number[]; // by seat
  rules: number; // place in ``rules``
  dealer: number | null; // seat; None: of a fine
  floor: number;
  previous: string | null;
  case: unknown; // of an entry by case: what was settled, whole, as ``/api/calc`` takes it
  winners: number[]; // players
  deltas: number[] | null; // by player
  running: number[]; // totals after it
  title: string; // who won how, or what it is
  problem: string; // a sentence; empty: none
  where: string; // path in the case
  uncertain: string; // why dealer and floor may be wrong
  conflict: BoardConflict | null;
  question: BoardQuestion | null;
  stored: BoardStored | null;
  device: string; // who entered what counts
  made: number;
}

export interface BoardTransfer {
  giver: number; // players
  taker: number;
  points: number;
}

export interface BoardDevice {
  device: string; // its public name: not the secret, and made from it
  name: string;
  right: 'host' | 'write' | 'proposal' | 'view';
  you: boolean;
  operations: number;
  seen: number; // ms since 1970, of its last operation
}

/** What a phone without the right has sent: the host accepts or refuses it. */
export interface BoardProposal {
  op: string;
  device: string;
  name: string;
  kind: 'add' | 'edit' | 'withdraw' | 'choose' | 'same' | 'two' | 'renew' | 'undo' | 'seats' | 'player' | 'rules' | 'title' | 'device' | 'grant' | 'revoke' | 'admit' | 'accept' | 'refuse';
  hand: string;
  entry: BoardEntry | null;
  text: string;
  made: number;
}

/** What an operation changed about one hand. Points by player; None: it did not count. */
export interface BoardEffect {
  hand: string;
  number: number;
  before: number[] | null;
  after: number[] | null;
  text: string; // what else: dealer, floor
}

/** An operation that changed what had been on the board, and what followed from it; the latest first. */
export interface BoardChange {
  op: string;
  device: string;
  name: string;
  kind: 'add' | 'edit' | 'withdraw' | 'choose' | 'same' | 'two' | 'renew' | 'undo' | 'seats' | 'player' | 'rules' | 'title' | 'device' | 'grant' | 'revoke' | 'admit' | 'accept' | 'refuse';
  hand: string;
  text: string;
  effects: BoardEffect[];
  made: number;
}

/** What undo would take back: one's own last operation. */
export interface BoardUndo {
  op: string;
  kind: 'add' | 'edit' | 'withdraw' | 'choose' | 'same' | 'two' | 'renew' | 'undo' | 'seats' | 'player' | 'rules' | 'title' | 'device' | 'grant' | 'revoke' | 'admit' | 'accept' | 'refuse';
  hand: string;
  text: string;
}

/** The keys of the links that somebody may pass on: a host both, who writes the view key, who looks his own. */
export interface BoardKeys {
  write: string | null;
  view: string;
}

/** The whole board, as the server has put it together. */
export interface BoardTold {
  id: string;
  title: string;
  role: 'host' | 'write' | 'view'; // of the key
  right: 'host' | 'write' | 'proposal' | 'view'; // of this phone: ``proposal`` = what it sends waits for the host
  you: string; // this device's public name
  keys: BoardKeys;
  admit: boolean; // phones may write that nobody has granted it to
  engine: string;
  players: BoardPlayer[];
  rules: BoardRules[];
  next: BoardNext;
  hands: BoardHand[]; // in order of play, those too that do not count
  totals: number[]; // by player
  leftOut: string[]; // hands that the totals leave out, withdrawn ones not among them
  leftOutText: string; // that in words; empty: nothing
  chart: number[][]; // by player: 0 and the total after each counted hand or fine
  transfers: BoardTransfer[]; // the fewest that settle the totals
  proposals: BoardProposal[];
  devices: BoardDevice[];
  changes: BoardChange[];
  undo: BoardUndo | null;
  operations: number;
  most: number; // operations that a board may have
}

/** `board` None: nothing has changed since `since`. What is neither taken nor refused is to be sent again. */
export interface BoardSynced {
  mark: string;
  taken: string[]; // operations that are on the disk, also those that were there before
  refused: BoardRefused[];
  board: BoardTold | null;
}

/** `POST /api/house/sheet`: a set of house rules. `link` (any link, its rules count) comes before the names. */
export interface HouseAsk {
  link?: string;
  game?: string;
  preset?: string;
  options?: Record<string, unknown>;
}

/** An answer of the quiz; `value` null: as usual. */
export interface HouseGiven {
  option: string;
  value?: string | number | null;
}

/** `POST /api/house/quiz`: where does it stand after these answers? `finer`: ask about the finer points too. */
export interface HouseQuizAsk {
  start: HouseAsk;
  answers?: HouseGiven[];
  finer?: boolean;
}

/** `POST /api/house/compare` */
export interface HouseCompareAsk {
  left: HouseAsk;
  right: HouseAsk;
}

/** One option of a set. `usual`: the preset's value in words, "" where the set has that value. */
export interface HouseValue {
  option: string;
  title: string;
  clause: string;
  value: string;
  usual: string;
}

/** A set of house rules, named after the nearest preset. `changed`: the link was made under other values. */
export interface HouseSet {
  game: string;
  name: string;
  preset: string;
  presetTitle: string;
  options: Record<string, string | number>; // every option
  differences: HouseValue[];
  digest: string;
  link: string;
  changed: boolean;
}

export interface HouseMeld {
  kind: string;
  tiles: string[];
}

/** A player of whom something is told. */
export interface HouseSeat {
  name: string;
  dealer: boolean;
  winner: boolean;
  hand: string[];
  melds: HouseMeld[];
  river: string[];
  notes: string[];
}

/** A finished hand: `tile` is the won one, `jing` [zheng, fu] or empty, `names` of the four seats. */
export interface HouseHand {
  seats: HouseSeat[];
  names: string[];
  ending: string;
  tile: string;
  jing: string[];
  notes: string[];
}

/** What a hand pays under some rules; without `deltas` it cannot be won or does not happen: `why`. */
export interface HouseFigures {
  deltas: number[] | null;
  why: string;
  lines: string[]; // the arithmetic of each kind of payment
}

/** `usual`: what holds if nobody answers. */
export interface HouseAnswer {
  value: string | number;
  text: string;
  usual: boolean;
  figures: HouseFigures | null;
}

/** A situation. `open`: any whole number from `least` to `most` is an answer too. `hand`: an example. */
export interface HouseQuestion {
  option: string;
  title: string;
  about: string;
  clause: string;
  situation: string;
  answers: HouseAnswer[];
  usual: string;
  open: boolean;
  least: number;
  most: number;
  hand: HouseHand | null;
}

export interface HouseAnswered {
  option: string;
  title: string;
  value: string;
  known: boolean; // not "as usual"
}

/** `left`: questions of this part that still matter; `finer`: finer points that are not asked yet. */
export interface HouseQuiz {
  rules: HouseSet;
  answered: HouseAnswered[];
  next: HouseQuestion | null;
  left: number;
  finer: number;
  skipped: string[]; // titles of options that can change nothing any more
}

export interface HouseRow {
  name: string;
  number: string;
  clause: string;
}

export interface HouseSection {
  title: string;
  values: HouseValue[];
}

/** A hand that the sheet reckons. `title`: the difference that it shows; `usual`: the preset's figures. */
export interface HouseWorked {
  hand: HouseHand;
  figures: HouseFigures;
  title: string;
  usual: HouseFigures | null;
}

export interface HouseSheet {
  rules: HouseSet;
  formula: string[];
  patterns: HouseRow[];
  causes: HouseRow[];
  sections: HouseSection[];
  examples: HouseWorked[];
}

/**
 * `kind` points: `hand` shows it; play: it moves no points of a finished hand; unused: at neither table can it
 * change anything; hidden: no hand of ours shows it. `alone`: no other difference plays into the figures.
 */
export interface HouseDifference {
  option: string;
  title: string;
  about: string;
  clause: string;
  kind: 'points' | 'play' | 'unused' | 'hidden';
  text: string; // the sentence
  left: string;
  right: string;
  hand: HouseHand | null;
  leftFigures: HouseFigures | null;
  rightFigures: HouseFigures | null;
  alone: boolean;
}

export interface HouseCompare {
  left: HouseSet;
  right: HouseSet;
  differences: HouseDifference[];
}

/** What lies before one player when the hand is over. */
export interface DrillSeat {
  hand: string[]; // concealed tiles in kind order, the won one apart
  melds: MeldSeen[];
  river: string[];
  piao: number;
  baojiao: boolean;
  shown: string[]; // 摆: laid down, part of the hand
  announced: boolean; // 精钓
}

/** `GET /api/drills`: a finished hand. The answer is not in here. */
export interface DrillTold {
  id: string;
  game: string;
  preset: string;
  differences: Record<string, string | number>;
  rules: string[]; // what is unlike the preset, in words
  level: number; // may be another one than was asked for, where the rules have no such hands
  names: string[]; // of the seats; the first one is you
  dealer: number;
  jing: string[]; // 正精, 副精; empty in a game without
  lower: string[]; // 下精, where it is settled
  opening: string[][]; // the dealt hands, where they are settled
  seats: DrillSeat[];
  by: 'zimo' | 'discard' | 'robbed_gang' | 'exhausted' | 'false_hu';
  winners: number[];
  giver: number | null;
  tile: string | null;
  text: string; // how it ended, in words
  choices: number[][]; // four numbers each, one of them right
}

/** `POST /api/drills`: one of the choices, or four numbers. `rules`: as in the question's request. */
export interface DrillAnswer {
  id: string;
  rules?: string;
  choice?: number | null;
  points?: number[] | null;
}

/** One of the choices; `text`: what it comes from, empty for the right one. */
export interface DrillChoice {
  points: number[];
  text: string;
}

/** Was it right, and how it is reckoned. */
export interface DrillChecked {
  right: boolean;
  seats: boolean[]; // whose points were right
  text: string; // what was wrong, in words; empty where nothing was, or nobody knows
  missed: number[]; // places of the lines that were left out or taken otherwise
  choices: DrillChoice[];
  deltas: number[];
  lines: LineTold[];
  winners: WinnerTold[];
  clauses: Record<string, string>;
  level: number;
  reasons: string[]; // why it is of this level
  link: string; // ``v1.…`` of the hand, for the calculator
}

export type FromPage =
  | Hello
  | Answer
  | Why
  | Hint
  | Auto
  | Ready
  | Say
  | Rename
  | Sit
  | Leave
  | Dissolve
  | Rematch
  | Link
  | Start
  | Lock
  | Kick
  | PlaceBot
  | Swap
  | Factor
  | Ping;

export type ToPage =
  | Welcome
  | Room
  | You
  | Snapshot
  | EventTold
  | AskTold
  | Clock
  | Reply
  | Refused
  | WhyTold
  | HintTold
  | LinkTold
  | Said
  | Notice
  | Pong;
