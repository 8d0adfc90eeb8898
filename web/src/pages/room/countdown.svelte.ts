/** Seconds that are left of a time that the server told; counted here from the moment in which it was told. */
export class Countdown {
  #now = $state(performance.now());
  #until: number | null = $state(null);

  /** To be made while a component is set up. `leftMs` null: nothing runs out. */
  constructor(leftMs: () => number | null) {
    $effect(() => {
      const left = leftMs();
      const now = performance.now(); // not read back from the state: the effect would depend on what it sets
      this.#now = now;
      this.#until = left === null ? null : now + left;
      if (left === null) return;
      const timer = setInterval(() => (this.#now = performance.now()), 500);
      return () => clearInterval(timer);
    });
  }

  get left(): number | null {
    return this.#until === null ? null : Math.max(0, Math.ceil((this.#until - this.#now) / 1000));
  }
}
