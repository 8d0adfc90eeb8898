/** The step that is open: what it says now, and what the table points at. */
import type { Asked, Room, TableSeen, TutorialStep } from '$lib/wire';
import { due, made } from './lesson';
import { stepDone } from './progress';

interface Seen {
  room: Room;
  table: TableSeen | null;
  ask: Asked | null;
  seat: number | null;
}

export class Lesson {
  readonly #seen: () => Seen;
  steps: TutorialStep[] = $state.raw([]);
  /** Is the text that comes before the first move to be read? */
  reading = $state(true);

  constructor(seen: () => Seen) {
    this.#seen = seen;
  }

  readonly #now = $derived.by(() => this.#seen());
  readonly place = $derived(this.steps.findIndex((step) => step.name === this.#now.room.tutorial));
  readonly step = $derived(this.steps[this.place] ?? null);
  readonly next = $derived(this.steps[this.place + 1] ?? null);
  readonly over = $derived(this.#now.room.phase === 'over');
  readonly #own = $derived(this.#now.seat === null ? null : (this.#now.table?.seats[this.#now.seat] ?? null));
  readonly #due = $derived(this.step && this.#own ? due(this.step.moves, this.#own, this.#now.ask) : null);
  /** Has something else been done than was suggested? */
  readonly astray = $derived(!this.over && this.step !== null && this.#own !== null && made(this.step.moves, this.#own) === null);
  /** The hand is over and has come to what the step tells. */
  readonly went = $derived(this.over && this.#now.room.finished.at(-1)?.scores.join() === this.step?.scores.join());
  readonly tip = $derived(this.#due === null ? null : (this.step?.tips[this.#due] ?? null));
  /** What the table points at; nothing while there is something to read. */
  readonly pointed = $derived(this.#due === null || this.reading ? null : (this.step?.moves[this.#due] ?? null));

  /** Remember a step whose hand was played to its end. */
  note(): void {
    if (this.over && this.step) stepDone(this.step.name);
  }
}
