/**
 * `npm test`: the whole suite on Node 24, and one line about what could not run here. With CI=true, whatever is
 * missing is a failure. `npm test -- --fast`: what needs no process and no server, in under a minute. `npm run test:long`:
 * `test/long` alone, suites of minutes that print their figures.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { missing } from "./support/servers.ts";

const root = join(import.meta.dirname, "..");
const absent = missing();
const strict = process.env.CI === "true";
const FAST = ["test/unit", "test/integration/sqlite-store", "test/integration/extraction-retries"];
const isFast = process.argv.includes("--fast");
const isLong = process.argv.includes("--long");
const asked = process.argv.slice(2).filter((argument) => argument !== "--fast" && argument !== "--long");

if (isFast) console.log(`Only ${FAST.join(", ")}: the rest starts processes and servers.`);
else if (absent.length > 0) {
  console.log(`Not run here: ${absent.map(({ what, why }) => `${what} (${why})`).join("; ")}`);
  if (strict) process.exit(1);
} else {
  console.log("Everything this version tests can run here.");
}
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const folder = mkdtempSync(join(tmpdir(), "engram-report-"));
const report = join(folder, "report.json");
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
const mode = isLong ? ["--mode", "long"] : [];
const run = spawnSync(
  process.execPath,
  [vitest, "run", ...mode, ...reporters, ...(isFast ? FAST : []), ...asked],
  {
    cwd: root,
    stdio: "inherit",
  },
);
console.log(closingLine(report));
rmSync(folder, { recursive: true, force: true });
process.exit(run.status ?? 1);

/** The counts alone on a line, for scripts. */
function closingLine(file: string): string {
  const counts = JSON.parse(readFileSync(file, "utf8")) as Record<
    "numPassedTests" | "numFailedTests" | "numPendingTests",
    number
  >;
  return `${counts.numPassedTests} passed, ${counts.numFailedTests} failed, ${counts.numPendingTests} skipped`;
}
