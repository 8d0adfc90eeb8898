/**
 * What a page knows of its room: whole states as they were told last, and the hand folded from its stream. Stream messages
 * are numbered without gaps, so one that is missing is noticed (`broken`) and the socket asks for the hand anew.
 */
import { asEvent } from './events';
import type { GameEvent } from './events';
import { emptyTable, reduce } from './table';
import type {
  AskTold, Asked, Clock, EventTold, Notice, Place, Room, Said, Snapshot, TableSeen, ToPage, Welcome, You,
} from './wire'; // prettier-ignore

/** What makes up the hand. */
const HELD: readonly ToPage['type'][] = ['event', 'ask', 'clock', 'snapshot'];

export class TableStore {
  room: Room | null = $state.raw(null);
  you: You | null = $state.raw(null);
  welcome: Welcome | null = $state.raw(null);
  table: TableSeen | null = $state.raw(null);
  ask: Asked | null = $state.raw(null); // what this seat must answer
  clock: Clock | null = $state.raw(null);
  clockAt = $state(0); // performance.now() when `clock` came
  said: Said | null = $state.raw(null); // the last quick phrase; each is a new value
  notice: Notice | null = $state.raw(null); // the last notice; each is a new value
  log: readonly GameEvent[] = $state.raw([]); // of this hand, as far as it was seen
  logWhole = $state(false); // has all of the hand been seen?
  hand = $state(-1); // counts all hands of the room, those of other matches and void ones too; the room's own starts anew
  commitment: string | null = $state(null);

  #seq = -1;
  #held: ToPage[] | null = null; // what came since the hand was asked for from its beginning
  #lost = false;
  #answered = -1; // the last decision that was answered

  /** The last stream message that is here; null: the hand must be told anew. */
  get place(): Place | null {
    return this.#lost || this.hand < 0 ? null : { hand: this.hand, seq: this.#seq };
  }

  /** A stream message is missing. */
  get broken(): boolean {
    return this.#lost;
  }

  /** The hand is told from its beginning: it is shown when all of it is here, not event by event. */
  hold(): void {
    this.#held = [];
  }

  /** All that was held has come, or the line has broken: then it is forgotten. */
  release(whole: boolean): void {
    const held = this.#held ?? [];
    this.#held = null;
    if (whole) for (const message of held) this.receive(message);
  }

  receive(message: ToPage): void {
    if (this.#held && HELD.includes(message.type)) {
      this.#held.push(message);
      return;
    }
    switch (message.type) {
      case 'welcome':
        this.welcome = message;
        break;
      case 'room':
        this.room = message;
        break;
      case 'you':
        this.you = message;
        break;
      case 'snapshot':
        this.#snapshot(message);
        break;
      case 'event':
        if (this.#next(message)) this.#event(asEvent(message.event));
        break;
      case 'ask':
        if (this.#next(message)) this.#open(message.ask);
        break;
      case 'clock':
        this.clock = message;
        this.clockAt = performance.now();
        break;
      case 'said':
        this.said = message;
        break;
      case 'notice':
        this.notice = message;
        break;
    }
  }

  /** This page's answer was taken, or came after another one. */
  answered(decision: number): void {
    this.#answered = Math.max(this.#answered, decision);
    if (this.ask?.decision === decision) this.ask = null;
  }

  #start(hand: number): void {
    this.hand = hand;
    this.#seq = -1;
    this.#lost = false;
    this.table = null;
    this.ask = null;
    this.clock = null;
    this.log = [];
    this.logWhole = true;
    this.commitment = null;
  }

  #snapshot(message: Snapshot): void {
    const same = message.hand === this.hand && message.seq === this.#seq && !this.#lost;
    const { log, logWhole } = this;
    this.#start(message.hand);
    this.#seq = message.seq;
    this.table = message.table;
    this.commitment = message.commitment;
    if (same) this.log = log;
    this.logWhole = message.seq < 0 || (same && logWhole);
    if (message.ask) this.#open(message.ask);
  }

  /** Is this the next stream message? One that is here already is passed over. */
  #next(message: EventTold | AskTold): boolean {
    if (message.hand !== this.hand && message.seq === 0) this.#start(message.hand);
    if (this.#lost) return false;
    if (message.hand !== this.hand || message.seq > this.#seq + 1) {
      this.#lost = true;
      return false;
    }
    if (message.seq <= this.#seq) return false;
    this.#seq = message.seq;
    return true;
  }

  /** Whatever happens ends the question that was open: nothing does while a question waits. */
  #event(event: GameEvent): void {
    this.ask = null;
    this.log = [...this.log, event];
    if (event.type === 'start_hand') this.commitment = event.commitment ?? null;
    this.table = reduce(this.table ?? emptyTable(this.you?.seat ?? null), event);
  }

  #open(ask: Asked): void {
    if (ask.decision > this.#answered) this.ask = ask;
  }
}
