import { writeFileSync } from "node:fs";
import { readArguments, USAGE, type EvalArguments } from "./arguments.ts";
import { baselineName, keepBaseline, losses, readBaseline } from "./baseline.ts";
import { DataError } from "./files.ts";
import { report } from "./report.ts";
import type { SuiteResult } from "./suite.ts";
import { SUITES } from "./suites.ts";

/**
 * `npm run eval -- <suite> --data <folder or file>`: how good memory is on labelled data. Exit 0 once it ran, 1 when
 * `--check` finds a figure below the baseline, 2 when it could not run.
 */
async function main(args: EvalArguments): Promise<number> {
  const load = SUITES[args.suite];
  if (!load) throw new DataError(`there is no suite ${args.suite}`);
  const suite = await load();
  const { data, extractor, simulation, recorded } = args;
  if (data === "" && suite.needsNoData !== true) throw new DataError(`${args.suite} needs --data`);
  const result = await suite.run({
    data,
    extractor,
    simulation,
    recorded,
    progress: (line) => console.error(line),
  });
  const embeds = process.env.EMBEDDINGS_URL ? ["embedder"] : [];
  const name = [baselineName(args.suite, suite.extracts ? extractor : null), ...embeds].join(".");
  const baseline = readBaseline(name);
  console.log(report(name, result, baseline));
  if (args.json !== undefined) writeFileSync(args.json, JSON.stringify(toJson(args, result)));
  if (args.keep) keepBaseline(name, result.metrics);
  if (!args.check) return 0;
  if (baseline === null) throw new DataError(`no baseline is kept for ${name}`);
  const lost = losses(result.metrics, baseline);
  for (const line of lost) console.error(`below the baseline: ${line}`);
  return lost.length > 0 ? 1 : 0;
}

function toJson({ suite, data }: EvalArguments, { items, metrics }: SuiteResult): object {
  const figures = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  return { suite, data, n: items.length, metrics: figures, items };
}

const args = readArguments(process.argv.slice(2));
if (args === null) {
  console.error(`${USAGE}\nsuites:`);
  for (const [name, load] of Object.entries(SUITES)) console.error(`  ${name}: ${(await load()).about}`);
  process.exitCode = 2;
} else {
  process.exitCode = await main(args).catch((error: unknown) => {
    if (!(error instanceof DataError)) throw error;
    console.error(error.message);
    return 2;
  });
}
