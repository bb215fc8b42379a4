/**
 * `npm test`: the whole suite on Node 24, and one line about what could not run here. With CI=true, whatever is
 * missing is a failure.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { missing } from "./support/servers.ts";

const root = join(import.meta.dirname, "..");
const absent = missing();
const strict = process.env.CI === "true";

if (absent.length > 0) {
  console.log(`Not run here: ${absent.map(({ what, why }) => `${what} (${why})`).join("; ")}`);
  if (strict) process.exit(1);
} else {
  console.log("Everything this version tests can run here.");
}
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const run = spawnSync(process.execPath, [vitest, "run", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exit(run.status ?? 1);
