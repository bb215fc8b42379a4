import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A model server that is on this machine. */
export interface RealServer {
  name: string;
  /** Why it cannot be tried here; null when it can. */
  skip: string | null;
  start: () => Promise<{ url: string; model: string; stop: () => Promise<void> }>;
}

const START_MS_MAX = 300_000;

/**
 * llama-server, alone and as a router, llama-cpp-python's server and Ollama, all with the weights in LLAMA_SERVER_MODEL.
 * LLAMA_SERVER_BIN, OLLAMA_BIN: the programs; LLAMA_CPP_PYTHON: a Python that has `llama-cpp-python[server]`.
 */
export function realServers(): RealServer[] {
  const weights = process.env["LLAMA_SERVER_MODEL"] ?? "";
  const server = (
    name: string,
    variable: string,
    command: (program: string, port: string) => [args: string[], env?: Record<string, string>],
    prepare?: (program: string, port: string, folder: string) => Promise<string>,
  ): RealServer => {
    const program = process.env[variable] ?? "";
    const absent = [...(program === "" ? [variable] : []), ...(weights === "" ? ["LLAMA_SERVER_MODEL"] : [])];
    return {
      name,
      skip: absent.length === 0 ? null : `not run: ${absent.join(" and ")} not set`,
      async start() {
        const port = String(await freePort());
        const folder = await mkdtemp(join(tmpdir(), "engram-model-"));
        const [args, env] = command(program, port);
        const stop = await run(
          program,
          args,
          { ...env, OLLAMA_MODELS: folder },
          `http://127.0.0.1:${port}/v1/models`,
        );
        const model = (await prepare?.(program, port, folder)) ?? "";
        const end = async (): Promise<void> => {
          await stop();
          await rm(folder, { recursive: true, force: true });
        };
        return { url: `http://127.0.0.1:${port}`, model, stop: end };
      },
    };
  };
  const local = (port: string): string[] => ["--host", "127.0.0.1", "--port", port];
  const llama = ["--offline", "--no-ui", "-c", "8192", "-np", "2", "--no-kv-unified"];
  return [
    server("llama-server", "LLAMA_SERVER_BIN", (_, port) => [["-m", weights, ...llama, ...local(port)]]),
    server(
      "llama-server, router",
      "LLAMA_SERVER_BIN",
      (_, port) => [["--models-dir", join(weights, ".."), ...llama, ...local(port)]],
      async () => (weights.split("/").at(-1) ?? "").replace(/\.gguf$/, ""),
    ),
    server("llama-cpp-python", "LLAMA_CPP_PYTHON", (_, port) => [
      ["-m", "llama_cpp.server", "--model", weights, "--n_ctx", "4096", ...local(port)],
    ]),
    server(
      "Ollama",
      "OLLAMA_BIN",
      (_, port) => [["serve"], { OLLAMA_HOST: `127.0.0.1:${port}` }],
      async (program, port, folder) => {
        const file = join(folder, "Modelfile");
        await writeFile(file, `FROM ${weights}\n`);
        const env = { ...process.env, OLLAMA_HOST: `127.0.0.1:${port}` };
        await once(spawn(program, ["create", "tested", "-f", file], { env, stdio: "ignore" }), "exit");
        return "tested";
      },
    ),
  ];
}

async function run(
  program: string,
  args: string[],
  env: Record<string, string>,
  readyAt: string,
): Promise<() => Promise<void>> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: "ignore" });
  const end = Date.now() + START_MS_MAX;
  for (;;) {
    const answer = await fetch(readyAt).catch(() => null);
    if (answer?.ok === true) break;
    if (child.exitCode !== null || Date.now() > end) throw new Error(`${program} did not start`);
    await sleep(200);
  }
  return async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, "exit");
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
