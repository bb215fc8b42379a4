import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/**
 * `npm run bench -- cost --turns 200`: what a turn and a fact cost on SQLite: bytes on disk, SQL statements, model
 * requests and tokens. The model is the fake llama-server, which counts four characters as a token.
 */
export async function run(args: string[]): Promise<void> {
  const child = spawn(
    process.execPath,
    [
      "--import",
      join(import.meta.dirname, "count-statements.ts"),
      join(import.meta.dirname, "cost-measure.ts"),
      ...args,
    ],
    { stdio: "inherit" },
  );
  const [code] = (await once(child, "exit")) as [number | null];
  process.exitCode = code ?? 1;
}
