import type { Clock } from '../lib/wire';

const TICK_MS = 200;

/** Counts down what the server last told; the server alone judges who is late. */
export class Countdown {
  #told: Clock | null = $state.raw(null);
  #at = 0;
  #now = $state(0);
  #whole = 0;

  /** A new message about the clock, or none. */
  tell(clock: Clock | null): void {
    this.#told = clock;
    this.#at = this.#now = performance.now();
    this.#whole = Math.max(clock?.leftMs ?? 0, clock?.ownMs ?? 0);
  }

  /** Starts the ticking; returns what stops it. */
  run(): () => void {
    const timer = setInterval(() => {
      if (this.#told !== null) this.#now = performance.now();
    }, TICK_MS);
    return () => clearInterval(timer);
  }

  #left(ms: number | null | undefined): number | null {
    return ms === null || ms === undefined ? null : Math.max(0, ms - (this.#now - this.#at));
  }

  /** The seat whose time runs in public. */
  get seat(): number | null {
    return this.#told?.seat ?? null;
  }

  /** Milliseconds that the public clock has left, the bank not counted. */
  get left(): number | null {
    return this.#left(this.#told?.leftMs);
  }

  /** Milliseconds until the own answer is due. */
  get own(): number | null {
    return this.#left(this.#told?.ownMs);
  }

  get bank(): number | null {
    const told = this.#told;
    if (told === null || told.bankMs === null || told.bankMs === undefined) return null;
    const over = told.leftMs === null ? 0 : Math.max(0, this.#now - this.#at - told.leftMs);
    return Math.max(0, told.bankMs - over);
  }

  /** What is left as a part of what there was, for the ring. */
  part(left: number | null): number {
    return left === null || this.#whole === 0 ? 1 : Math.min(1, left / this.#whole);
  }
}
