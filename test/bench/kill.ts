import { parseArgs } from "node:util";
import { killRounds } from "../support/kill-rounds.ts";

/** `npm run bench -- kill --rounds 100` */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: "string", default: "100" } } });
  const report = await killRounds(Number(values.rounds), console.log);
  console.log(JSON.stringify(report, null, 2));
  if (report.problems.length > 0) process.exitCode = 1;
}
