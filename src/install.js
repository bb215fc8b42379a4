// Plain JavaScript for whatever Node the machine has: it runs before the right one is installed.
// Installs the npm packages when node_modules is missing or older than the lockfile, and says so.
import { spawnSync } from "node:child_process";
import { existsSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installed = join(root, "node_modules", ".package-lock.json");
const lock = join(root, "package-lock.json");
const quiet = process.argv.includes("--quiet");

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  console.error("Engram: installing npm packages (first start, or package-lock.json changed) ...");
  // Not `npm ci`: it refuses a lockfile when an optional package of a foreign platform cannot be found.
  const run = spawnSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (run.status !== 0) {
    console.error("Engram: npm install failed; the lines above say why.");
    process.exit(run.status ?? 1);
  }
  const now = new Date();
  utimesSync(installed, now, now);
} else if (!quiet) {
  console.error("Engram: npm packages are installed.");
}
