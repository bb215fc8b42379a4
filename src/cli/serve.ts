import { networkInterfaces } from "node:os";
import { resolve, sep } from "node:path";
import closeWithGrace from "close-with-grace";
import { EngramError, toEngramError } from "../errors.ts";
import { readConfig, settingNotes, type Config } from "../composition/config.ts";
import { startService, type Service } from "../composition/server.ts";
import { parseArguments } from "./arguments.ts";
import { reachable } from "./service.ts";
import type { Limits } from "../services/limits.ts";
import { errorWithoutText } from "../observability/logger.ts";

/** Longest an orderly shutdown may take before the process is killed, milliseconds. */
const CLOSE_MS_MAX = 10_000;

/** `--no-worker`: the API alone, whatever `ROLE` says. `limits`: for tests. */
export async function serve(args: string[] = [], limits: Partial<Limits> = {}): Promise<void> {
  const { values } = parseArguments(args, 0, { "no-worker": { type: "boolean", default: false } });
  const config = readConfig(process.env);
  const service = await start(values["no-worker"] ? { ...config, ROLE: "api" } : config, limits);
  console.log(config.ROLE === "worker" ? workerScreen(service) : await firstScreen(service, config));
}

/** Background work only. */
export async function work(args: string[] = [], limits: Partial<Limits> = {}): Promise<void> {
  parseArguments(args, 0, {});
  console.log(workerScreen(await start({ ...readConfig(process.env), ROLE: "worker" }, limits)));
}

/** Ended by SIGTERM, as shells tell it. */
const TERMINATED = 143;

async function start(config: Config, limits: Partial<Limits>): Promise<Service> {
  // A log that cannot be written, as its disk is full or its reader is gone, is no reason to end.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
  for (const note of settingNotes(process.env)) console.error(`  Note: ${note}`);
  // The first process of a container gets no signal that it does not handle; the start may wait for Neo4j.
  const leave = (): never => process.exit(TERMINATED);
  process.once("SIGTERM", leave);
  const service = await startService(config, limits).catch((error: unknown) => {
    throw unwritable(error, config.DATA_DIR) ?? error;
  });
  process.off("SIGTERM", leave);
  // Node takes back what `nohup` ignores. Without a terminal nothing hangs up that the service belongs to.
  if (!process.stdin.isTTY) process.on("SIGHUP", () => undefined);
  const skip = process.stdin.isTTY ? [] : ["SIGHUP" as const];
  closeWithGrace({ delay: CLOSE_MS_MAX, logger: undefined, skip }, async ({ err }) => {
    if (err) console.error("engram serve: ended by an error", JSON.stringify(errorWithoutText(err)));
    await service.close();
  });
  return service;
}

/** The file system's error about the data folder, in one line; null for any other error. */
function unwritable(error: unknown, folder: string): EngramError | null {
  const { code, path } = error as { code?: unknown; path?: unknown };
  const data = resolve(folder);
  if (toEngramError(error).code === "store_full")
    return new EngramError("store_full", `DATA_DIR: the disk is full where ${data} lies`);
  const isOfData = typeof path === "string" && (path === data || path.startsWith(`${data}${sep}`));
  return isOfData
    ? new EngramError("store_unavailable", `DATA_DIR: ${data} cannot be written (${String(code)})`)
    : null;
}

function workerScreen({ url }: Service): string {
  return `\n  Engram works in the background; health and metrics at ${url}\n`;
}

/** What other machines call a service that listens everywhere. */
function elsewhere(url: string, host: string): string[] {
  if (host !== "0.0.0.0" && host !== "::") return [];
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own
    .filter(({ internal, family }) => !internal && family === "IPv4")
    .map(({ address }) => Object.assign(new URL(url), { hostname: address }).origin);
}

/** The address, the models, the data folder, and what to try next. */
async function firstScreen(service: Service, config: Config): Promise<string> {
  const { engine, dataDir, newKey } = service;
  const { url } = reachable(service);
  const backups = config.BACKUP_SCHEDULE;
  // The server's name for its model is known only after it was asked.
  const state = await engine.model.health().catch(() => "down");
  const info = engine.model.info();
  const model =
    info.kind === "none"
      ? "no language model is connected: Engram quotes what you told it. Connect one in Settings > Models, or set LLAMA_CPP_URL."
      : `${info.name} (${state})`;
  const say = `'{"message": "My sister Annelie moved to Lyon."}'`;
  const ask = `'{"message": "Where does my sister live?"}'`;
  const bearer = newKey === null ? "" : ` -H "authorization: Bearer $ENGRAM_KEY"`;
  const post = (body: string): string =>
    `curl -s ${url}/chat -H "content-type: application/json"${bearer} -d ${body}`;
  return [
    "",
    `  Engram listens on   ${url}`,
    ...elsewhere(url, config.APP_HOST).map((address) => `  and in the network  ${address}`),
    `  Answers             ${model}`,
    `  Data                ${dataDir}`,
    `  Backups             ${backups === "" ? `none by themselves; BACKUP_SCHEDULE="30 3 * * *" makes one each night` : `at ${backups}`}`,
    ...(newKey === null ? [] : [`  API key for local   ${newKey}   (shown once; this address is public)`]),
    "",
    "  Open that address in a browser. You can also try:",
    `  1. ${post(say)}`,
    `  2. ${post(ask)}`,
    `  3. npm run engram -- chat        (or read the API at ${url}/docs)`,
    "",
  ].join("\n");
}
