import { chmod, mkdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { client, until } from "../support/client.ts";
import { NO_MODEL, startProcess, testFolder, type TestFolder, type TestProcess } from "../support/service.ts";

/** Who may use a data folder, and what is done to it. */
let folder: TestFolder;
const services: TestProcess[] = [];

beforeEach(async () => {
  folder = await testFolder();
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
  await folder.remove();
});

const data = (name = ""): string => join(folder.path, "data", name);

async function tell({ url }: TestProcess): Promise<void> {
  const { status } = await client(url).post("/memory/episodes", { text: "My sister Annelie moved to Lyon." });
  expect(status).toBe(201);
}

async function start(more: Record<string, string> = {}): Promise<TestProcess> {
  const service = await startProcess(folder.path, { LLAMA_CPP_URL: NO_MODEL, ...more });
  services.push(service);
  return service;
}

test("a deleted lock file lets nobody in while the database is open", async () => {
  const first = await start();
  await tell(first);
  await rm(data("engram.lock"));
  await expect(start()).rejects.toThrow(/in use by another process/);
  expect((await client(first.url).get("/memory/stats")).status).toBe(200);
  await services.shift()?.stop();
  await start();
});

test("a service that was killed leaves the folder free", async () => {
  const first = await start();
  await tell(first);
  await services.shift()?.kill();
  const second = await start();
  expect((await client(second.url).get("/memory/search?q=Annelie")).text).toContain("Lyon");
  expect(first.pid).not.toBe(second.pid);
});

test("symbolic links in it are refused", async () => {
  await (await start()).stop();
  await rename(data("engram.db"), join(folder.path, "elsewhere.db"));
  await symlink(join(folder.path, "elsewhere.db"), data("engram.db"));
  await expect(start()).rejects.toThrow(/engram\.db is a symbolic link/);
});

test.each(["engram.lock", "engram.db"])("a folder in which %s cannot be opened is named", async (file) => {
  await mkdir(data(file), { recursive: true });
  await expect(start()).rejects.toThrow(/engram serve: DATA_DIR: \S+ cannot be written \(SQLite 14\); .*$/m);
});

test("a damaged database is named, with what to do", async () => {
  await (await start()).stop();
  services.splice(0);
  await writeFile(data("engram.db"), "no database ".repeat(100));
  await expect(start()).rejects.toThrow(/engram\.db is damaged \(SQLite 26\).* restore a backup/);
});

test("folders that were there keep their mode; those it makes are private", async () => {
  const mode = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
  const copies = join(folder.path, "copies");
  for (const path of [data(), copies]) {
    await mkdir(path);
    await chmod(path, 0o755);
  }
  const service = await start({ BACKUP_DIR: copies });
  await tell(service);
  await client(service.url).post("/maintenance/jobs/backup/run", {});
  expect(await mode(data())).toBe(0o755);
  expect(await mode(copies)).toBe(0o755);
  expect(await mode(data("engram.db"))).toBe(0o600);
  await services.shift()?.stop();
  await rm(data(), { recursive: true });
  await start();
  expect(await mode(data())).toBe(0o700);
});

test("a disk that keeps no rights and has no links, as exFAT, will do; a backup there too", async () => {
  const refuses = join(folder.path, "refuses.mjs");
  await writeFile(
    refuses,
    `import fs from "node:fs";
     import { syncBuiltinESMExports } from "node:module";
     const refuse = () => { throw Object.assign(new Error("EPERM"), { code: "EPERM", syscall: "chmod" }); };
     fs.chmodSync = fs.linkSync = refuse;
     fs.promises.chmod = fs.promises.link = async () => refuse();
     syncBuiltinESMExports();`,
  );
  const service = await start({ NODE_OPTIONS: `--import ${refuses}`, BACKUP_DIR: data("copies") });
  await tell(service);
  const { body } = await client(service.url).post("/maintenance/jobs/backup/run", {});
  const ended = async () => (await client(service.url).get(`/maintenance/runs/${body.runId}`)).body.state;
  await until(async () => (await ended()) === "done", "a backup");
});
