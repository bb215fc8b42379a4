import type { Context } from "./context.ts";
import type { Params } from "./parameters.ts";

/**
 * The statements that write a unit of work, in the order in which they are sent, and how each takes what it writes: all
 * rows, their ids, or one row at a time. Deletions come first, so that something deleted and restored is created again.
 */
const STATEMENTS = {
  "graph/drop-edges": "rows",
  "graph/delete-facts": "ids",
  "graph/delete-entities": "ids",
  "graph/create-entities": "rows",
  "graph/update-entities": "rows",
  "graph/drop-aliases": "rows",
  "graph/put-aliases": "rows",
  "graph/create-facts": "rows",
  "graph/update-facts": "rows",
  "graph/move-facts": "rows",
  "graph/put-evidence": "rows",
  "graph/put-edges": "rows",
  "summaries/delete": "ids",
  "episodes/insert": "each",
  "graph/update-episodes": "rows",
  "graph/put-mentions": "rows",
  "graph/delete-communities": "ids",
  "communities/put": "rows",
  "changes/put": "rows",
  "changes/mark-undone": "ids",
  "rejections/put": "rows",
  "rejections/overrule": "rows",
  "rejections/drop-of-facts": "ids",
  "reviews/put": "rows",
  "traces/put": "rows",
  "graph/put-once": "each",
  "vectors/put-entities": "rows",
  "vectors/put-episodes": "rows",
  "vectors/put-facts": "rows",
  "vectors/put-communities": "rows",
  "vectors/counted": "each",
} as const;

type Statements = typeof STATEMENTS;
type Taken<S extends keyof Statements> = Statements[S] extends "ids" ? string : Params;

/** Collects what a unit of work writes, and sends it in one round trip. */
export class Writes {
  readonly #collected = new Map<string, (string | Params)[]>();

  add<S extends keyof Statements>(statement: S, ...taken: Taken<S>[]): void {
    const known = this.#collected.get(statement) ?? [];
    this.#collected.set(statement, known);
    for (const one of taken) known.push(one);
  }

  async send({ tx }: Context): Promise<void> {
    const sent = Object.entries(STATEMENTS).flatMap(([statement, takes]) => {
      const taken = this.#collected.get(statement) ?? [];
      if (taken.length === 0) return [];
      if (takes === "each") return taken.map((row) => tx.run(statement, row as Params));
      return [tx.run(statement, { [takes]: taken })];
    });
    await Promise.all(sent);
  }
}
