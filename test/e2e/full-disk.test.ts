import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { client } from "../support/client.ts";
import { commandEnvironment, MAIN } from "../support/command.ts";
import { startProcess } from "../support/service.ts";

const folder = mkdtempSync(join(tmpdir(), "engram-disk-"));
const canMount = spawnSync("/bin/mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]).status === 0;
if (canMount) execFileSync("/bin/umount", [folder]);
else rmSync(folder, { recursive: true });

/** A disk of four megabytes, which only root can make. */
describe.skipIf(!canMount)(`a full disk${canMount ? "" : " (no disk can be mounted here)"}`, () => {
  beforeEach(() => void execFileSync("/bin/mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]));
  afterEach(() => void execFileSync("/bin/umount", [folder]));

  function fill(leave: number): void {
    const block = Buffer.alloc(4096);
    for (let n = 0; n < (4 * 1024 * 1024 - leave) / 4096; n++) {
      try {
        writeFileSync(join(folder, "filling"), block, { flag: "a" });
      } catch {
        return;
      }
    }
  }

  test.each([0, 200 * 1024])("a start with %i bytes left ends with one clear line", (left) => {
    fill(left);
    const env = commandEnvironment(folder, { APP_PORT: "0" });
    const run = spawnSync(process.execPath, [MAIN, "serve"], { cwd: folder, env, timeout: 60_000 });
    expect(run.status).toBe(1);
    const said = run.stderr.toString().trim();
    expect(said).toMatch(/^engram serve: DATA_DIR: the disk is full where \S+ lies$/);
  });

  test("an import is refused with 507 each time, and leaves nothing", { timeout: 60_000 }, async () => {
    const service = await startProcess(folder);
    try {
      const api = client(service.url);
      await api.say("My sister Anna lives in Lyon.");
      fill(0);
      const send = async (path: string, type: string, body: string): Promise<number> => {
        const signal = AbortSignal.timeout(10_000);
        const answer = await fetch(service.url + path, {
          method: "POST",
          headers: { "content-type": type },
          body,
          signal,
        });
        await answer.text();
        return answer.status;
      };
      const seen = new Set<number>();
      for (let n = 0; n < 4; n++) {
        seen.add(await send("/memory/import/chats", "application/json", `["${"x".repeat(400_000)}"]`));
        expect((await api.get("/health")).body.status).toBe("degraded");
        seen.add(await send("/memory/import", "application/x-ndjson", `${"x".repeat(160_000)}\n`));
      }
      expect([...seen]).toEqual([507]);
      expect(readdirSync(join(folder, "data")).filter((name) => name.startsWith("import-"))).toEqual([]);
      expect((await api.get("/memory/stats")).body.episodes).toBe(1);
    } finally {
      await service.stop();
    }
  });

  test("a turn that cannot be kept is refused with 507; health says why; with room it goes on", async () => {
    const service = await startProcess(folder);
    try {
      const api = client(service.url);
      await api.say("My sister Anna lives in Lyon.");
      fill(0);
      const long = { message: "x".repeat(200_000) };
      const refused = await api.post("/chat", long);
      expect(refused.status).toBe(507);
      expect(refused.body).toMatchObject({ code: "store_full", title: "The disk is full" });
      const health = await api.get("/health");
      expect(health.body.status).toBe("degraded");
      expect(health.body.store.note).toMatch(/DATA_DIR/);
      const env = commandEnvironment(folder);
      const doctor = spawnSync(process.execPath, [MAIN, "doctor"], { env });
      expect(doctor.status).toBe(1);
      expect(doctor.stdout.toString()).toMatch(/^FAIL {2}store sqlite: ok; less than 64 MB/m);
      rmSync(join(folder, "filling"));
      expect((await api.post("/chat", { message: "Where does my sister live?" })).body.reply).toContain(
        "Lyon",
      );
    } finally {
      await service.stop();
    }
  });
});
