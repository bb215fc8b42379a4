import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { runFaults } from "./faults.ts";
import { missingServer } from "./llama-server.ts";
import { runScenarios, type ScenarioOptions } from "./scenarios.ts";

const OPTIONS = {
  /** `scenarios`, `faults`, or both. */
  part: { type: "string", default: "scenarios,faults" },
  /** Names of scenarios. */
  only: { type: "string", default: "" },
  turns: { type: "string", default: "10" },
  cache: { type: "string", default: "0,default" },
  sequences: { type: "string", default: "200" },
  seed: { type: "string", default: "1" },
  "at-once": { type: "string", default: "40" },
  /** File for all figures. */
  json: { type: "string" },
} as const;

/**
 * `npm run bench -- llama-server`: Engram on a real llama-server behind a proxy. How many tokens are read again in ten
 * scenarios, and what becomes of turns when the server fails in every way the proxy knows. `--part scenarios --only
 * "short,full block"` measures these alone.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const missing = missingServer();
  if (missing !== null) return console.log(missing);
  const parts = list(values.part);
  const scenarios = parts.includes("scenarios")
    ? await runScenarios({
        only: list(values.only),
        turns: Number(values.turns),
        caches: list(values.cache) as ScenarioOptions["caches"],
      })
    : undefined;
  const faults = parts.includes("faults")
    ? await runFaults({
        sequences: Number(values.sequences),
        seed: Number(values.seed),
        atOnce: Number(values["at-once"]),
      })
    : undefined;
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify({ scenarios, faults }, null, 2));
}

function list(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
