import { parseArgs } from "node:util";
import { startHookReceiver } from "../support/hook-receiver.ts";
import { killJobs, TIDY } from "../support/kill-jobs.ts";
import { keeping } from "../support/kill-keeping.ts";
import { TOPICS } from "../support/kill-topics.ts";
import { UPKEEP } from "../support/kill-upkeep.ts";

/** `npm run bench -- kill-jobs --rounds 50 [--jobs tidy|upkeep|topics|keeping]` */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: "string", default: "50" }, jobs: { type: "string" } },
  });
  const hook = await startHookReceiver();
  const scenarios = { tidy: TIDY, upkeep: UPKEEP, topics: TOPICS, keeping: keeping(hook.url) };
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (values.jobs !== undefined && values.jobs !== name) continue;
    const report = await killJobs(Number(values.rounds), console.log, scenario);
    console.log(JSON.stringify({ jobs: scenario.jobs, ...report }, null, 2));
    if (report.problems.length > 0) process.exitCode = 1;
  }
  await hook.close();
}
