import { parseArgs } from "node:util";
import { EXTRACTORS, type Extractor } from "./suite.ts";

export interface EvalArguments {
  suite: string;
  data: string;
  extractor: Extractor;
  /** Where the figures and all items are written. */
  json: string | undefined;
  /** Fails below the committed baseline. */
  check: boolean;
  /** Writes the figures as the new baseline. */
  keep: boolean;
}

export const USAGE = `use: npm run eval -- <suite> --data <folder or file> [--extractor ${EXTRACTORS.join("|")}] [--json out] [--check] [--keep]
  --check  exit 1 when a figure is below the committed baseline
  --keep   make these figures the baseline`;

/** Null when the arguments cannot be understood. */
export function readArguments(args: string[]): EvalArguments | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        data: { type: "string" },
        extractor: { type: "string", default: "replay" },
        json: { type: "string" },
        check: { type: "boolean", default: false },
        keep: { type: "boolean", default: false },
      },
    });
    const [suite] = positionals;
    const extractor = EXTRACTORS.find((known) => known === values.extractor);
    if (suite === undefined || values.data === undefined || extractor === undefined) return null;
    const { data, json, check, keep } = values;
    return { suite, data, extractor, json, check, keep };
  } catch {
    return null;
  }
}
