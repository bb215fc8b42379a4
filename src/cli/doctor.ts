import { runningService } from "../adapters/data-folder/index.ts";
import { readConfig } from "../composition/config.ts";
import { parseArguments } from "./arguments.ts";
import { JSON_OPTION, print } from "./print.ts";
import { ineffective } from "../composition/ineffective.ts";
import { learnedLines, learnedOf, type Learned } from "../services/model/learned.ts";

/** What is read of it; without a key, where there are keys, it is the status alone. */
interface Health {
  status: string;
  model?: Learned;
  embedder?: { state?: string };
  failed?: { extraction: number; verification: number; note?: string };
}

const PROBE_MS = 60_000;

/** Checks what can be checked and says each result on a line of its own; exit code 1 when something is wrong. */
export async function doctor(args: string[] = []): Promise<void> {
  const { values } = parseArguments(args, JSON_OPTION);
  const checks: { ok: boolean; text: string }[] = [];
  await check((ok, text) => {
    checks.push({ ok, text });
    if (!values.json) console.log(`${ok ? "ok  " : "FAIL"}  ${text}`);
    if (!ok) process.exitCode = 1;
  });
  print(values.json, { checks }, []);
}

async function check(report: (ok: boolean, text: string) => void): Promise<void> {
  const config = readConfig(process.env);
  const reportExtractions = (failed: number, note?: string): void => {
    const told = failed === 0 ? "none failed" : `${failed} failed; \`engram extractions\` says why`;
    report(failed === 0 && note === undefined, `extraction: ${told}${note === undefined ? "" : `; ${note}`}`);
  };
  const reportVerifications = (failed: number): void => {
    const told = "the model failed at; GET /memory/episodes?verification=failed says why";
    report(failed === 0, `verification: ${failed === 0 ? "none failed" : `${failed} turns ${told}`}`);
  };
  const reportEmbedder = (state: string | undefined): void => {
    if (state !== undefined) report(state === "ready", `embedder: ${state}`);
  };
  report(true, "configuration");
  for (const line of ineffective(config, process.env)) report(true, line);
  report(
    Number(process.versions.node.split(".")[0]) >= 24,
    `Node ${process.versions.node} (24 or newer is needed)`,
  );
  const running = runningService(config.DATA_DIR);
  if (running) {
    report(
      true,
      `a service runs at ${running.url} (process ${running.pid}); stop it to check the store's integrity`,
    );
    const health = (await (await fetch(`${running.url}/health`)).json()) as Health;
    report(health.status !== "down", `health: ${health.status}`);
    for (const [ok, line] of learnedLines(health.model ?? {})) report(ok, line);
    reportEmbedder(health.embedder?.state);
    if (health.failed) {
      reportExtractions(health.failed.extraction, health.failed.note);
      reportVerifications(health.failed.verification);
    }
    return;
  }
  const { startService } = await import("../composition/server.ts");
  const service = await startService({ ...config, APP_HOST: "127.0.0.1", APP_PORT: 0, LOG_LEVEL: "silent" });
  try {
    report(true, `data folder ${service.dataDir}`);
    const problems = await service.engine.store.system.check();
    report(
      problems.length === 0,
      `store integrity${problems.map((problem) => `\n      ${problem}`).join("")}`,
    );
    const info = service.engine.model.info();
    const state = await service.engine.model.health();
    report(state === "ready", `model ${info.kind} ${info.name}: ${state}`);
    const probe = state === "ready" ? await service.engine.probe(AbortSignal.timeout(PROBE_MS)) : null;
    for (const [ok, line] of learnedLines(learnedOf(service.engine.model, probe))) report(ok, line);
    reportEmbedder(await service.engine.embedder?.health());
    const { failedExtraction, failedVerification } = await service.engine.store.system.counts();
    reportExtractions(failedExtraction);
    reportVerifications(failedVerification);
    const queue = await service.engine.queue.stats();
    report(queue.state === "ok", `queue ${service.engine.queue.kind}: ${queue.state}`);
  } finally {
    await service.close();
  }
}
