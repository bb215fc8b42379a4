import { parseArgs } from "node:util";
import { killJobs } from "../support/kill-jobs.ts";

/** `npm run bench -- kill-jobs --rounds 50` */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: "string", default: "50" } } });
  const report = await killJobs(Number(values.rounds), console.log);
  console.log(JSON.stringify(report, null, 2));
  if (report.problems.length > 0) process.exitCode = 1;
}
