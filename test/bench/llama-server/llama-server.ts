import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { until } from "../../support/client.ts";

/** What differs between the servers that are measured. */
export interface ServerShape {
  /** Tokens of all slots together. */
  context: number;
  slots: number;
  /** Of the host cache, MiB; `default` leaves it to the server. */
  cacheRam: "0" | "default";
}

export interface LlamaServer {
  url: string;
  /** Prompt tokens it has read since its start, those of aborted requests included. */
  promptTokensRead(): Promise<number>;
  stop(): Promise<void>;
}

const START_MS_MAX = 60_000;

/** What the bench cannot do without, as one line; null when all is there. */
export function missingServer(): string | null {
  const absent = ["LLAMA_SERVER_BIN", "LLAMA_SERVER_MODEL"].filter((name) => !process.env[name]);
  if (absent.length === 0) return null;
  return `Nothing measured: set ${absent.join(" and ")} (a llama-server of llama.cpp, and a gguf model).`;
}

/** The flags that the README recommends, small and for a processor; `LLAMA_SERVER_FLAGS` come last. */
export function startChatServer(
  { context, slots, cacheRam }: ServerShape,
  logFile: string,
): Promise<LlamaServer> {
  const sizes = ["-c", String(context), "-np", String(slots), "--no-kv-unified", "-b", "512", "-ub", "512"];
  const cache = cacheRam === "default" ? [] : ["--cache-ram", cacheRam];
  const given = (process.env["LLAMA_SERVER_FLAGS"] ?? "").split(" ").filter((flag) => flag !== "");
  const rest = ["--threads-http", "16", "--sse-ping-interval", "10", "--metrics", ...given];
  return start(process.env["LLAMA_SERVER_MODEL"] ?? "", [...sizes, ...cache, ...rest], logFile);
}

/** Null without `LLAMA_EMBED_MODEL`. */
export async function startEmbeddingServer(logFile: string): Promise<LlamaServer | null> {
  const model = process.env["LLAMA_EMBED_MODEL"];
  return model ? start(model, ["--embeddings"], logFile) : null;
}

async function start(model: string, flags: string[], logFile: string): Promise<LlamaServer> {
  const port = await freePort();
  const common = [
    "-m",
    model,
    "--host",
    "127.0.0.1",
    "--port",
    String(port),
    "--offline",
    "--no-ui",
    "-t",
    "1",
  ];
  const log = openSync(logFile, "w");
  const child = spawn(process.env["LLAMA_SERVER_BIN"] ?? "", [...common, ...flags], {
    stdio: ["ignore", log, log],
  });
  const url = `http://127.0.0.1:${port}`;
  await until(() => isReady(child, url), `llama-server (its log: ${logFile})`, START_MS_MAX);
  return {
    url,
    promptTokensRead: async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(/^llamacpp:prompt_tokens_total (\S+)/m.exec(text)?.[1] ?? 0);
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

async function isReady(child: ChildProcess, url: string): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`llama-server ended with ${child.exitCode}`);
  const health = await fetch(`${url}/health`).catch(() => null);
  return health?.status === 200;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", () => resolve()));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
