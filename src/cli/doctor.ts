import type { Health } from "#client";
import { runningService } from "../adapters/data-folder/index.ts";
import { givenSettings, readConfig, settingNotes, type Config } from "../composition/config.ts";
import { parseArguments } from "./arguments.ts";
import { JSON_OPTION, print, tell } from "./print.ts";
import type { Trust } from "../ports/chat-model.ts";
import { learnedLines } from "../services/model/learned.ts";
import { reachable } from "./service.ts";

type Line = [ok: boolean, text: string];
type Report = (...line: Line) => void;

const TRUSTED: Record<Trust, string> = {
  full: "what the model reads is checked and believed by itself",
  staged: "the model extracts; nothing is verified without you (`engram model` says why)",
  turns: "the model chats; turns wait for one that reads better (`engram model` says why)",
};

const PROBE_MS = 60_000;

/** Runs every possible check and prints one line per result; exit code 1 if any fails. */
export async function doctor(args: string[] = []): Promise<void> {
  const { values } = parseArguments(args, 0, JSON_OPTION);
  const checks: { ok: boolean; text: string }[] = [];
  await check((ok, text) => {
    checks.push({ ok, text });
    if (!values.json) tell(`${ok ? "ok  " : "FAIL"}  ${text}`);
    if (!ok) process.exitCode = 1;
  });
  print(values.json, { checks }, []);
}

async function check(report: Report): Promise<void> {
  const config = readConfig(process.env);
  report(true, ["configuration", ...givenSettings(process.env)].join("\n      "));
  for (const note of settingNotes(process.env)) report(true, note);
  report(
    Number(process.versions.node.split(".")[0]) >= 24,
    `Node ${process.versions.node} (24 or newer is needed)`,
  );
  const running = runningService(config.DATA_DIR);
  if (running === null) return checkOwn(config, report);
  const { url, pid } = running;
  report(true, `a service runs at ${url} (process ${pid}); stop it to check the store's integrity`);
  await reportHealth(reachable(running), report);
}

/** If no process owns the folder, the store can be read whole and the servers tried. */
async function checkOwn(config: Config, report: Report): Promise<void> {
  const { startService } = await import("../composition/server.ts");
  const service = await startService({ ...config, APP_HOST: "127.0.0.1", APP_PORT: 0, LOG_LEVEL: "silent" });
  try {
    report(true, `data folder ${service.dataDir}`);
    const { engine } = service;
    const problems = await engine.store.system.check();
    report(
      problems.length === 0,
      `store integrity${problems.map((problem) => `\n      ${problem}`).join("")}`,
    );
    const signal = AbortSignal.timeout(PROBE_MS);
    if ((await engine.model.health()) === "ready")
      await engine.probe(signal).catch((error: Error) => report(false, `a request: ${error.message}`));
    await engine.embedder.calibrate(signal).catch(() => undefined);
    await reportHealth(service, report);
  } finally {
    await service.close();
  }
}

async function reportHealth(service: { url: string; adminToken: string }, report: Report): Promise<void> {
  // 503 has the same body: it names what is down.
  const answer = await fetch(`${service.url}/health`, { headers: { "x-engram-admin": service.adminToken } });
  const health = (await answer.json()) as Required<Health>;
  report(health.status === "ok", `health: ${health.status}`);
  for (const line of linesOf(health)) report(...line);
}

function linesOf({
  store,
  spool,
  queue,
  model,
  embedder,
  pending,
  failed,
}: Omit<Required<Health>, "spool"> & Pick<Health, "spool">): Line[] {
  const { waiting, running, dead } = queue;
  return [
    [store.state === "ok" && store.note === undefined, `store ${store.kind}: ${noted(store)}`],
    ...(spool ? [[true, `turns that wait for the store: ${spool.waiting}`] satisfies Line] : []),
    [queue.state === "ok", `queue ${queue.kind}: ${queue.state}; ${waiting} waiting, ${running} running`],
    [
      dead === 0,
      `jobs: ${dead === 0 ? "none failed" : `${dead} failed for good; GET /maintenance/dead-letters says which`}`,
    ],
    [model.state === "ready", `model ${model.kind} ${model.name}: ${noted(model)}`],
    ...learnedLines(model),
    ...(model.trust === undefined ? [] : [[true, `memory: ${TRUSTED[model.trust]}`] satisfies Line]),
    [["ready", undefined].includes(embedder.state), `embedder ${embedder.kind}: ${noted(embedder)}`],
    [true, `pending: ${pending.extraction} to extract, ${pending.verification} to verify`],
    [
      failed.extraction === 0,
      `extraction: ${failed.extraction === 0 ? "none failed" : `${failed.extraction} failed; \`engram extractions\` says why`}`,
    ],
    [
      failed.verification === 0,
      `verification: ${failed.verification === 0 ? "none failed" : `${failed.verification} turns the model failed at; GET /memory/episodes?verification=failed says why`}`,
    ],
    ...(failed.note === undefined ? [] : [[false, failed.note] satisfies Line]),
  ];
}

function noted({ state, note }: { state?: string; note?: string }): string {
  return [state, note].filter((part) => part !== undefined).join("; ");
}
