import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** `engram`, in a process of its own. */
export const MAIN = join(import.meta.dirname, "../../src/main.ts");

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/**
 * What a process is given that the tests start, and nothing else of this one's settings: its memory is in the folder `data`
 * of this one, and modules that Node compiled before it does not compile again, which is half of a start.
 */
export function commandEnvironment(
  folder: string,
  more: Record<string, string> = {},
): Record<string, string> {
  const { PATH = "", NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
    DATA_DIR: join(folder, "data"),
    ...more,
  };
}

/** Runs a command in this folder and over the folder `data` in it, with lines typed into it. */
export function runEngram(
  folder: string,
  args: string[],
  { input = "", env = {} }: { input?: string | Buffer; env?: Record<string, string> } = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: folder,
      env: commandEnvironment(folder, env),
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.on("close", (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });
}

/** What a command prints; rejects when it fails. */
export async function printed(
  folder: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const given = { env: commandEnvironment(folder, env) };
  return (await promisify(execFile)(process.execPath, [MAIN, ...args], given)).stdout.trim();
}
