import { parseArgs } from "node:util";
import { replicaLoad } from "../support/replica-load.ts";

/**
 * `npm run bench -- replicas --turns 10000 --users 200 --apis 3 --workers 3 [--faults]`: turns of many users over
 * several processes on one Neo4j and one Redis, then what the store holds. With `--faults` workers and Redis are killed
 * on the way.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      turns: { type: "string", default: "1000" },
      users: { type: "string", default: "50" },
      apis: { type: "string", default: "3" },
      workers: { type: "string", default: "3" },
      "at-once": { type: "string", default: "20" },
      faults: { type: "boolean", default: false },
    },
  });
  const report = await replicaLoad(
    {
      turns: Number(values.turns),
      users: Number(values.users),
      apis: Number(values.apis),
      workers: Number(values.workers),
      atOnce: Number(values["at-once"]),
      faults: values.faults,
    },
    (line) => console.log(line),
  );
  console.log(JSON.stringify(report, null, 2));
  if (report.problems.length > 0) process.exitCode = 1;
}
