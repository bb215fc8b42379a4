interface Waiter {
  start: () => void;
}

/** The server's slots: first in, first out, unlimited queue. */
export class Slots {
  readonly #count: number;
  #busy = 0;
  readonly #queue: Waiter[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  get busy(): number {
    return this.#busy;
  }

  get queued(): number {
    return this.#queue.length;
  }

  /** Resolves with `release` (idempotent), or with null when `gone` settles before a slot was free. */
  take(gone: Promise<void>): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      const waiter = { start: () => resolve(this.#occupy()) };
      this.#queue.push(waiter);
      void gone.then(() => {
        const at = this.#queue.indexOf(waiter);
        if (at >= 0) this.#queue.splice(at, 1);
        resolve(null);
      });
      this.#startNext();
    });
  }

  #occupy(): () => void {
    this.#busy += 1;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#busy -= 1;
      this.#startNext();
    };
  }

  #startNext(): void {
    if (this.#busy < this.#count) this.#queue.shift()?.start();
  }
}
