import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { missingServer } from "./llama-server.ts";
import { runScenarios, type ScenarioOptions } from "./scenarios.ts";

const OPTIONS = {
  part: { type: "string", default: "scenarios" },
  only: { type: "string", default: "" },
  turns: { type: "string", default: "10" },
  cache: { type: "string", default: "0,default" },
  json: { type: "string" },
} as const;

/**
 * `npm run bench -- llama-server`: a real llama-server behind a proxy. How many tokens are read again in ten scenarios.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const missing = missingServer();
  if (missing !== null) return console.log(missing);
  const scenarios = await runScenarios({
    only: list(values.only),
    turns: Number(values.turns),
    caches: list(values.cache) as ScenarioOptions["caches"],
  });
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify({ scenarios }, null, 2));
}

function list(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
