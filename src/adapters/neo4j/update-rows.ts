import type { Update } from "../store-core/forget-store.ts";
import type { Context } from "./context.ts";
import { countedIn } from "./graph-rows.ts";
import type { Params } from "./parameters.ts";
import { foundBy } from "./search-marks.ts";

/** Properties derived from new words, so that they are found and counted. */
function withMarks({ id, set }: Update): Params {
  const { search_text, proposal } = set;
  return {
    id,
    set: {
      ...set,
      ...(typeof search_text === "string" ? foundBy(search_text) : {}),
      ...(typeof proposal === "string" ? countedIn(proposal) : {}),
    },
  };
}

export function updateRows({ tx }: Context, what: string, rows: Update[]): Promise<unknown> {
  return tx.run(`graph/update-${what}`, { rows: rows.map(withMarks) });
}
