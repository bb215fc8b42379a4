import { setTimeout as after } from "node:timers/promises";
import { EngramError } from "../../errors.ts";

export class DeadlineMissed extends EngramError {
  constructor() {
    super("store_unavailable", "Retrieval missed its deadline");
  }
}

const LATE = Symbol("late");

/**
 * The time budget for the parts of one search. A part that is late or fails counts as empty and is recorded; the results of the
 * others are used.
 */
export class SearchDeadline {
  /** Parts that did not answer in time. */
  readonly late = new Set<string>();
  /** Why the first of them failed; null if it was only slow. */
  error: unknown = null;
  readonly #over: Promise<typeof LATE>;

  constructor(ms: number) {
    this.#over = after(ms, LATE, { ref: false });
  }

  async orInstead<T>(part: string, work: Promise<T>, instead: T): Promise<T> {
    const answered = work.catch((error: unknown): typeof LATE => {
      this.error ??= error;
      return LATE;
    });
    const value = await Promise.race([answered, this.#over]);
    if (value !== LATE) return value;
    this.late.add(part);
    return instead;
  }

  /** Throws if no part found anything while some are missing: an empty result would say nothing about the store. */
  expectSome(found: Partial<Record<string, readonly unknown[]>>): void {
    if (this.late.size === 0 || Object.values(found).some((hits) => (hits?.length ?? 0) > 0)) return;
    throw this.error ?? new DeadlineMissed();
  }
}

/** Rejects with `DeadlineMissed` if the work takes longer; its later outcome is dropped. */
export async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineMissed()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
