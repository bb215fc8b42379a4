// Plain JavaScript for whatever Node the machine has: it runs before the right one is installed.
// Installs the npm packages when node_modules is missing or older than the lockfile, builds the web pages when their sources
// changed, and says so.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installed = join(root, "node_modules", ".package-lock.json");
const lock = join(root, "package-lock.json");
const node = join(root, "node_modules", "node", "bin", "node");
const quiet = process.argv.includes("--quiet");

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  console.error("Engram: installing npm packages (first start, or package-lock.json changed) ...");
  // Not `npm ci`: it refuses a lockfile when an optional package of a foreign platform cannot be found.
  // NODE_ENV=production leaves out Node itself, and what builds the pages; omit=optional what is compiled; engine-strict
  // refuses the Node that only installs.
  const options = ["--include=dev", "--include=optional", "--no-engine-strict"].concat([
    "--no-save",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]);
  const run = spawnSync("npm", ["install", ...options], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (run.status !== 0) {
    const why = run.error?.message ?? run.signal;
    console.error(`Engram: npm install failed${why ? ` (${why})` : "; the lines above say why"}.`);
    process.exit(run.status ?? 1);
  }
  const now = new Date();
  utimesSync(installed, now, now);
} else if (!quiet) {
  console.error("Engram: npm packages are installed.");
}

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (!existsSync(node) && (major < 24 || (major === 24 && minor < 11))) {
  console.error(
    `Engram: Node ${process.versions.node} is too old, and npm ran no script that installs another (ignore-scripts). ` +
      "Run: npm rebuild node --ignore-scripts=false",
  );
  process.exit(1);
}

const vite = join(root, "node_modules", "vite", "bin", "vite.js");
// The command line needs no pages; a production install has no builder and brings them along.
if (!quiet && existsSync(vite)) buildPages();

function buildPages() {
  const sources = join(root, "src", "web");
  const hash = createHash("sha256").update(readFileSync(lock));
  for (const folder of [sources, join(root, "clients", "typescript", "src")])
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      if (entry.isFile()) hash.update(path.slice(root.length)).update(readFileSync(path));
    }
  const builtFrom = hash.digest("hex");
  const stamp = join(root, "dist", "web.sha256");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === builtFrom) return;
  console.error("Engram: building the web pages (first start, or they changed) ...");
  const run = spawnSync(
    existsSync(node) ? node : process.execPath,
    [vite, "build", sources, "--logLevel", "error"],
    {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
  if (run.status === 0) writeFileSync(stamp, builtFrom);
  else
    console.error(
      "Engram: the pages could not be built; the lines above say why. The service starts without them.",
    );
}
