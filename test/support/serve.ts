import "./checked-responses.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { serve, work } from "../../src/cli/serve.ts";
import type { Limits } from "../../src/services/limits.ts";

/** The command line, whose services start with the limits in `TEST_LIMITS`. */
const limits = JSON.parse(process.env["TEST_LIMITS"] ?? "{}") as Partial<Limits>;

for (const [name, run] of Object.entries({ serve, worker: work }))
  Object.assign(COMMANDS[name] ?? {}, { run: (args: string[]) => run(args, limits) });

await import("../../src/cli/main.ts");
