import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Pool, createPool } from "../../src/adapters/sqlite/pool.ts";
import { fromWireError, toWireError } from "../../src/adapters/sqlite/protocol.ts";
import { testClock } from "../contracts/memory-store-story.ts";
import { node, openSqliteBench, SQLITE_URL, STORY_URL, type SqliteBench } from "../support/sqlite-bench.ts";

/** The threads that hold the database: who loads it, who dies, who waits, which errors come out. */
let at: SqliteBench;

beforeEach(async () => {
  at = await openSqliteBench();
});
afterEach(() => at.remove());

/** A pool whose workers run this code in place of the store's. */
function poolOf(code: string, readers: number): Promise<Pool> {
  const script = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const key = { hashKey: new Uint8Array(32), newHashKey: false };
  return createPool({ file: at.file, readers, clock: testClock(), script, ...key });
}

describe("threads", () => {
  test("the main thread never loads SQLite", async () => {
    const child = node(`
      import { createSqliteStore } from ${JSON.stringify(SQLITE_URL)};
      import { testClock } from ${JSON.stringify(STORY_URL)};
      const store = await createSqliteStore({ file: ${JSON.stringify(at.file)}, clock: testClock() });
      await store.forUser("ann").self();
      await store.system.check();
      await store.close();
      const loaded = () => process.moduleLoadList.some((name) => name === "NativeModule sqlite");
      const before = loaded();
      await import("node:sqlite");
      process.stdout.write(before + " " + loaded());`);
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
    await once(child, "close");
    expect(said).toBe("false true");
  });

  test("a worker that dies fails its calls and is replaced, five times a minute", async () => {
    const code = `
      import { parentPort } from "node:worker_threads";
      parentPort.postMessage({ kind: "ready" });
      parentPort.on("message", ({ id, op }) => {
        if (op === "die") process.exit(1);
        if (op !== "hang") parentPort.postMessage({ kind: "result", id, result: op });
        if (op === "close") parentPort.close();
      });`;
    const pool = await poolOf(code, 1);
    const ask = (op: string): Promise<unknown> => pool.call("writer", op, null, []);
    for (let i = 0; i < 5; i++) {
      const hanging = ask("hang");
      await expect(ask("die")).rejects.toMatchObject({ code: "store_unavailable" });
      await expect(hanging).rejects.toMatchObject({ code: "store_unavailable" });
      expect(await ask("hello")).toBe("hello");
    }
    await expect(ask("die")).rejects.toMatchObject({ code: "store_unavailable" });
    await expect(ask("hello")).rejects.toMatchObject({ code: "store_unavailable" });
    expect(await pool.call("reader", "hello", null, [])).toBe("hello");
    await pool.close();
  });

  test("one long read keeps nobody waiting while another reader is free", async () => {
    const code = `
      import { parentPort } from "node:worker_threads";
      parentPort.postMessage({ kind: "ready" });
      parentPort.on("message", ({ id, op }) => {
        if (op !== "hang") parentPort.postMessage({ kind: "result", id, result: op });
        if (op === "close") parentPort.close();
      });`;
    const pool = await poolOf(code, 2);
    const hanging = pool.call("reader", "hang", null, []).catch((e: unknown) => e);
    for (let i = 0; i < 5; i++) expect(await pool.call("reader", "hello", null, [])).toBe("hello");
    await pool.close();
    expect(await hanging).toMatchObject({ code: "store_unavailable" });
  });

  test("more calls than may wait are refused at once", async () => {
    const code = `
      import { parentPort } from "node:worker_threads";
      parentPort.postMessage({ kind: "ready" });
      parentPort.on("message", ({ id, op }) => {
        if (op !== "close") return;
        parentPort.postMessage({ kind: "result", id });
        parentPort.close();
      });`;
    const pool = await poolOf(code, 1);
    const waiting = Array.from({ length: 10_000 }, () =>
      pool.call("writer", "hang", null, []).catch((e: unknown) => e),
    );
    await expect(pool.call("reader", "hang", null, [])).rejects.toMatchObject({ code: "store_unavailable" });
    await pool.close();
    expect(await waiting[0]).toMatchObject({ code: "store_unavailable" });
  });
});

describe("errors", () => {
  const sqlite = (errcode: number): Error =>
    Object.assign(new Error("driver text: secret words"), { errcode, code: "ERR_SQLITE_ERROR" });

  test.each([
    [sqlite(13), "store_full"],
    [Object.assign(new Error("x"), { code: "ENOSPC", syscall: "write" }), "store_full"],
    [sqlite(5), "store_unavailable"],
    [sqlite(261), "store_unavailable"],
    [sqlite(11), "store_unavailable"],
    [sqlite(787), "conflict"],
    [sqlite(1), "internal"],
    [new TypeError("secret words"), "internal"],
  ])("%s becomes a catalogued error without driver text", (error, code) => {
    const made = fromWireError(toWireError(error));
    expect(made).toMatchObject({ name: "EngramError", code });
    expect(made.message).not.toContain("secret");
  });

  test("a disk that is read-only, as after a fault, is told", () => {
    expect(toWireError(sqlite(8)).message).toContain("Is its disk read-only");
    expect(toWireError(sqlite(1032)).message).toContain("Is its disk read-only");
  });
});
