import { RequestRefused } from "./model-errors.ts";

/**
 * Parts of a request beyond OpenAI's core, in the order they are dropped if a server refuses it: llama.cpp's
 * own fields, the effort, a schema as `json_schema`, as `json_object`, the request for usage, two messages of one role in
 * succession, and the system role (some chat templates render neither), `max_tokens` by its old name, and the temperature
 * (OpenAI's reasoning models accept neither). Last, only if the error names them: a client's tools.
 */
export type OptionalField =
  | "llama"
  | "effort"
  | "json_schema"
  | "json_object"
  | "usage"
  | "order"
  | "system"
  | "max_tokens"
  | "temperature"
  | "tools";

/**
 * Learns which fields a server accepts. A refused request is resent with one field less: the one named in the error,
 * else the next. A field accepted once is never dropped again, so that an inherently invalid request is
 * refused at most as often as it has untested fields.
 */
export class OptionalFields {
  readonly #accepted = new Set<OptionalField>();
  readonly #refused = new Set<OptionalField>();

  refuses(field: OptionalField): boolean {
    return this.#refused.has(field);
  }

  /** The server may have been replaced. */
  forget(): void {
    this.#accepted.clear();
    this.#refused.clear();
  }

  /** @param present the optional fields of this request, in the order above */
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
        const next = named ?? doubtful.find((field) => field !== "tools");
        if (next === undefined) throw refusal;
        doubtful.splice(doubtful.indexOf(next), 1);
        without.add(next);
      }
    }
  }
}
