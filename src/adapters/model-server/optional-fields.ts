import { clientSchemaRefused, RequestRefused } from "./model-errors.ts";

/**
 * Parts of a request beyond OpenAI's core, in the order they are dropped if a server refuses it: llama.cpp's
 * own fields, the effort, a schema as `json_schema`, as `json_object`, the request for usage, two messages of one role in
 * succession, and the system role (some chat templates render neither), `max_tokens` by its old name, and the temperature
 * (OpenAI's reasoning models accept neither). Only if the error names them: a client's tools, ids of their calls as they are,
 * thought before the rest of a reply that is continued, thoughts behind earlier replies, and replies without one.
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
  | "tools"
  | "ids"
  | "thinking"
  | "thoughts"
  | "missing_thoughts";

const OF_HISTORY = ["ids", "thinking", "thoughts", "missing_thoughts"] as const;
const ONLY_NAMED: ReadonlySet<OptionalField> = new Set(["tools", ...OF_HISTORY]);
/** Refused for a keyword, or after an answer that did not keep it, in words that need not name it. */
const SCHEMAS: ReadonlySet<OptionalField> = new Set(["json_schema", "json_object"]);
/** A server may take these in one request, and refuse them in another: a schema for a keyword, ids of another server. */
const BY_CONTENT: ReadonlySet<OptionalField> = new Set([...SCHEMAS, ...OF_HISTORY]);
/** What another field is refused by, too: templates without a system role want the user's message first. */
const ALSO: Partial<Record<OptionalField, OptionalField>> = { json_object: "json_schema", system: "order" };

/**
 * Learns which fields a server accepts. A refused request is resent with one field less: the one named in the error,
 * else the next. A field accepted once is not dropped again, unless the content decides, so that an inherently invalid request is
 * refused at most as often as it has untested fields.
 */
export class OptionalFields {
  readonly #accepted = new Set<OptionalField>();
  readonly #refused = new Set<OptionalField>();
  #schemaFailed = false;

  refuses(field: OptionalField): boolean {
    return this.#refused.has(field);
  }

  /** The server may have been replaced. */
  forget(): void {
    this.#accepted.clear();
    this.#refused.clear();
    this.#schemaFailed = false;
  }

  /** How an answer under an accepted schema ended. After two in a row that its grammar broke off, the schema goes into the prompt. */
  endedUnderSchema(failed: boolean): void {
    if (failed && this.#schemaFailed) for (const field of SCHEMAS) this.#refused.add(field);
    this.#schemaFailed = failed;
  }

  /** @param present the optional fields of this request, in the order above */
  async send<T>(
    present: readonly OptionalField[],
    attempt: (without: ReadonlySet<OptionalField>) => Promise<T>,
  ): Promise<T> {
    const without = new Set(present.filter((field) => this.#refused.has(field)));
    let refusal: RequestRefused | undefined;
    for (;;) {
      try {
        const answer = await attempt(without);
        for (const field of present) {
          if (!without.has(field)) this.#accepted.add(field);
          else if (!this.#accepted.has(field)) this.#refused.add(field);
        }
        return answer;
      } catch (error) {
        if (!(error instanceof RequestRefused)) throw error;
        if (error.field === "json_schema" && !present.includes(error.field)) throw clientSchemaRefused(error);
        refusal ??= error;
        const left = present.filter((field) => !without.has(field));
        const isDoubtful = (field: OptionalField) => !this.#accepted.has(field);
        const isNamed = (field: OptionalField) =>
          field === error.field || (ALSO[field] ?? field) === error.field;
        const next =
          left.find((field) => isNamed(field) && (BY_CONTENT.has(field) || isDoubtful(field))) ??
          left.find((field) => (isDoubtful(field) || SCHEMAS.has(field)) && !ONLY_NAMED.has(field));
        if (next === undefined) throw refusal;
        without.add(next);
      }
    }
  }
}
