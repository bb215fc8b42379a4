import { parseArgs } from "node:util";
import { RECORDED_DEFAULTS, type RecordedOptions } from "./recorded/options.ts";
import { EXTRACTORS, type Extractor, type SimulationOptions } from "./suite.ts";

export interface EvalArguments {
  suite: string;
  /** Empty when none was named: not every suite needs any. */
  data: string;
  extractor: Extractor;
  /** Where the figures and all items are written. */
  json: string | undefined;
  /** Fails below the committed baseline. */
  check: boolean;
  /** Writes the figures as the new baseline. */
  keep: boolean;
  simulation: SimulationOptions;
  recorded: RecordedOptions;
}

export const USAGE = `use: npm run eval -- <suite> --data <folder or file> [--extractor ${EXTRACTORS.join("|")}] [--json out] [--check] [--keep]
     npm run eval -- lives --extractor recorded --data <folder> [--recorded <folder>] [--unknown <file>]
     npm run eval -- simulate [--years 3] [--turns 20] [--seed 1] [--every 1] [--json out]
  --every  days between two on which the machine is on and its jobs run
  --recorded  a strong model's answers, by which the extractor "recorded" answers; test/eval/data/recorded by default
  --unknown   where its questions without an answer are written; unknown-questions.jsonl by default
  --check  exit 1 when a figure is below the committed baseline
  --keep   make these figures the baseline`;

/** Null when the arguments cannot be understood. */
export function readArguments(args: string[]): EvalArguments | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        data: { type: "string", default: "" },
        extractor: { type: "string", default: "replay" },
        json: { type: "string" },
        check: { type: "boolean", default: false },
        keep: { type: "boolean", default: false },
        years: { type: "string", default: "3" },
        turns: { type: "string", default: "20" },
        seed: { type: "string", default: "1" },
        recorded: { type: "string", default: RECORDED_DEFAULTS.folder },
        unknown: { type: "string", default: RECORDED_DEFAULTS.unknownFile },
        every: { type: "string", default: "1" },
      },
    });
    const [suite] = positionals;
    const extractor = EXTRACTORS.find((known) => known === values.extractor);
    const [years, turnsPerDay, seed, onEveryDays] = [
      values.years,
      values.turns,
      values.seed,
      values.every,
    ].map(Number);
    if (
      suite === undefined ||
      extractor === undefined ||
      !years ||
      !turnsPerDay ||
      !onEveryDays ||
      seed === undefined
    )
      return null;
    const { data, json, check, keep } = values;
    return {
      suite,
      data,
      extractor,
      json,
      check,
      keep,
      simulation: { years, turnsPerDay, seed, onEveryDays },
      recorded: { folder: values.recorded, unknownFile: values.unknown },
    };
  } catch {
    return null;
  }
}
