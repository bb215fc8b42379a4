/**
 * A worker in a process of its own, to be killed: `redis-worker.ts URL PREFIX FILE`. Its job `work` writes
 * `begin <key>` into the file, waits `ms`, and writes `end <key>`; `once <key>` only if no line says so yet.
 */
import { appendFileSync, readFileSync } from "node:fs";
import type { JobPayload } from "../../src/ports/job-queue.ts";
import { redisPeer } from "./redis-peer.ts";

const [url = "", prefix = "", file = ""] = process.argv.slice(2);
const peer = await redisPeer(url, prefix);
peer.jobs.register<JobPayload & { key: string; ms: number }>("work", async ({ key, ms }) => {
  appendFileSync(file, `begin ${key}\n`);
  await new Promise((resolve) => setTimeout(resolve, ms));
  if (!readFileSync(file, "utf8").includes(`once ${key}\n`)) appendFileSync(file, `once ${key}\n`);
  appendFileSync(file, `end ${key}\n`);
});
console.log("ready");
process.once("SIGTERM", () => void peer.close().then(() => process.exit(0)));
