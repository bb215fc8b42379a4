/**
 * `npm test`: the whole suite on Node 24, and one line about what could not run here. With CI=true, whatever is
 * missing is a failure, and a file or two that fail are run once more, alone: what passes then is named, so that a machine that
 * stalled is told from a defect. `npm test -- --fast`: what needs no process and no server, in under a minute. `npm run
 * test:long`: `test/long` alone, suites of minutes.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
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
const mode = isLong ? ["--mode", "long"] : [];
/** More are no accident. */
const TRIED_AGAIN_MAX = 2;

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
}

const run = vitestRun([...(isFast ? FAST : []), ...asked]);
const failed = run.report.testResults.filter(({ status }) => status === "failed");
console.log(closingLine(run.report));
if (!strict || failed.length === 0 || failed.length > TRIED_AGAIN_MAX) process.exit(run.status);

const again = vitestRun(failed.map(({ name }) => relative(root, name)));
for (const { name, assertionResults } of failed) {
  const tests = assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
  const isWell = again.report.testResults.some((one) => one.name === name && one.status === "passed");
  const outcome = isWell ? "Passed at the second try only" : "Failed twice";
  console.log(`${outcome}: ${relative(root, name)}: ${tests.join("; ")}`);
}
process.exit(again.status);

function vitestRun(files: string[]): { status: number; report: Report } {
  const folder = mkdtempSync(join(tmpdir(), "engram-report-"));
  const file = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { status } = spawnSync(process.execPath, [vitest, "run", ...mode, ...reporters, ...files], {
    cwd: root,
    stdio: "inherit",
  });
  const report = JSON.parse(readFileSync(file, "utf8")) as Report;
  rmSync(folder, { recursive: true, force: true });
  return { status: status ?? 1, report };
}

/** The counts alone on a line, for scripts. */
function closingLine({ numPassedTests, numFailedTests, numPendingTests }: Report): string {
  return `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`;
}
