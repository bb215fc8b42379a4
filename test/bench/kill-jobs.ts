import { parseArgs } from "node:util";
import { killJobs } from "../support/kill-jobs.ts";
import { TOPICS } from "../support/kill-topics.ts";

/** `npm run bench -- kill-jobs --rounds 50`; with `--topics` the jobs that gather what is known. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: "string", default: "50" }, topics: { type: "boolean", default: false } },
  });
  const report = await killJobs(Number(values.rounds), console.log, values.topics ? TOPICS : undefined);
  console.log(JSON.stringify(report, null, 2));
  if (report.problems.length > 0) process.exitCode = 1;
}
