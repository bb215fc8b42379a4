import { RequestRefused } from "./model-errors.ts";

/**
 * What a request may have beyond OpenAI's core, in the order in which it is left out when a server refuses it: llama.cpp's
 * own fields, the effort, a schema as `json_schema`, as `json_object`, and the wish for usage.
 */
export type OptionalField = "llama" | "effort" | "json_schema" | "json_object" | "usage";

/**
 * Learns which fields a server takes. A request that is refused is sent again with one field less: the one that the refusal
 * names, else the next. What was accepted once is never left out again, so that a request that is wrong by itself is
 * refused at most as often as it has fields of which nothing is known.
 */
export class OptionalFields {
  readonly #accepted = new Set<OptionalField>();
  readonly #refused = new Set<OptionalField>();

  refuses(field: OptionalField): boolean {
    return this.#refused.has(field);
  }

  /** Another server may be there. */
  forget(): void {
    this.#accepted.clear();
    this.#refused.clear();
  }

  /** @param present fields of this request, in the order above */
  async send<T>(
    present: readonly OptionalField[],
    attempt: (without: ReadonlySet<OptionalField>) => Promise<T>,
  ): Promise<T> {
    const without = new Set(this.#refused);
    const doubtful = present.filter((field) => !this.#accepted.has(field) && !without.has(field));
    let refusal: RequestRefused | undefined;
    for (;;) {
      try {
        const answer = await attempt(without);
        for (const field of present) (without.has(field) ? this.#refused : this.#accepted).add(field);
        return answer;
      } catch (error) {
        if (!(error instanceof RequestRefused)) throw error;
        refusal ??= error;
        const named = doubtful.find((field) => field === error.field);
        const next = named ?? doubtful[0];
        if (next === undefined) throw refusal;
        doubtful.splice(doubtful.indexOf(next), 1);
        without.add(next);
      }
    }
  }
}
