import { parseArgs } from "node:util";
import { killJobs, TIDY } from "../support/kill-jobs.ts";
import { TOPICS } from "../support/kill-topics.ts";
import { UPKEEP } from "../support/kill-upkeep.ts";

const SCENARIOS = { tidy: TIDY, upkeep: UPKEEP, topics: TOPICS };

/** `npm run bench -- kill-jobs --rounds 50 [--jobs tidy|upkeep|topics]` */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: "string", default: "50" }, jobs: { type: "string" } },
  });
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (values.jobs !== undefined && values.jobs !== name) continue;
    const report = await killJobs(Number(values.rounds), console.log, scenario);
    console.log(JSON.stringify({ jobs: scenario.jobs, ...report }, null, 2));
    if (report.problems.length > 0) process.exitCode = 1;
  }
}
