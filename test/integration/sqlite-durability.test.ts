import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openConnection } from "../../src/adapters/sqlite/connection.ts";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { keys } from "../../src/adapters/sqlite/system.ts";
import { MIGRATIONS, migrate } from "../../src/adapters/sqlite/migrations.ts";
import { createPool } from "../../src/adapters/sqlite/pool.ts";
import { fromWireError, toWireError } from "../../src/adapters/sqlite/protocol.ts";
import { HOUR_MS } from "../../src/domain/time.ts";
import type { ForgetTarget } from "../../src/domain/tombstone.ts";
import type { MemoryStore } from "../../src/ports/memory-store.ts";
import {
  batch,
  dump,
  entity,
  fact,
  newEpisode,
  quote,
  say,
  tellStory,
  testClock,
} from "../contracts/memory-store-story.ts";

let folder: string;
let file: string;
const open: MemoryStore[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "engram-durability-"));
  file = join(folder, "engram.db");
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((store) => store.close()));
  await rm(folder, { recursive: true });
});

async function openStore(at = file, clock = testClock()): Promise<MemoryStore> {
  const store = await createSqliteStore({ file: at, clock });
  open.push(store);
  return store;
}

/** Until nothing that was forgotten is left in the files. */
async function purged(store: MemoryStore): Promise<void> {
  while ((await store.system.counts()).pendingPurges > 0) await new Promise((r) => setTimeout(r, 10));
}

type Child = ChildProcessByStdio<null, Readable, null>;

function node(code: string): Child {
  return spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

const index = new URL("../../src/adapters/sqlite/index.ts", import.meta.url).href;
const story = new URL("../contracts/memory-store-story.ts", import.meta.url).href;

describe("kill -9", () => {
  /** Says "<id>" after each acknowledged turn and "<id> batch" after each acknowledged batch. */
  const writer = (round: number): string => `
    import { createSqliteStore } from ${JSON.stringify(index)};
    import { batch, entity, fact, newEpisode, quote, testClock } from ${JSON.stringify(story)};
    const store = await createSqliteStore({ file: ${JSON.stringify(file)}, clock: testClock() });
    const user = store.forUser("ann");
    const self = await user.self();
    for (let i = 0; ; i++) {
      const id = "r${round}-" + i;
      await user.openEpisode(newEpisode(id, { userMessage: "turn number " + i }));
      const episode = await user.completeEpisode(id, { assistantReply: "x".repeat(2000), state: "complete", recalled: [], model: null });
      process.stdout.write(id + "\\n");
      await user.apply(batch([
        { op: "entity.put", entity: entity("x" + id, "name " + i) },
        { op: "fact.put", fact: fact("f" + id, self.id, "KNOWS", { objectId: "x" + id, evidence: [quote(episode, "turn number")] }) },
      ], { once: id }));
      process.stdout.write(id + " batch\\n");
    }`;

  async function runAndKill(round: number): Promise<string[]> {
    const child = node(writer(round));
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
    await once(child.stdout, "data");
    await new Promise((resolve) => setTimeout(resolve, 20 + round * 17));
    child.kill("SIGKILL");
    await once(child, "close");
    return said.split("\n").slice(0, -1);
  }

  test(
    "what was acknowledged is there, and the file is sound, ten times over",
    { timeout: 120_000 },
    async () => {
      const acknowledged: string[] = [];
      for (let round = 0; round < 10; round++) {
        const lines = await runAndKill(round);
        expect(lines.length).toBeGreaterThan(0);
        acknowledged.push(...lines);
        const store = await openStore();
        const user = store.forUser("ann");
        const turns = acknowledged.filter((line) => !line.includes(" "));
        const facts = acknowledged
          .filter((line) => line.endsWith(" batch"))
          .map((line) => `f${line.split(" ")[0]}`);
        expect(await user.episodesById(turns)).toHaveLength(turns.length);
        expect(await user.factsById(facts)).toHaveLength(facts.length);
        expect(await store.system.check()).toEqual([]);
        await store.close();
      }
      expect(acknowledged.filter((line) => line.endsWith(" batch")).length).toBeGreaterThan(10);
    },
  );
});

describe("files", () => {
  test("the database and its log are private, also in a folder it makes itself", async () => {
    const store = await openStore(join(folder, "data", "engram.db"));
    await tellStory(store.forUser("ann"), "a");
    for (const name of readdirSync(join(folder, "data"))) {
      expect(statSync(join(folder, "data", name)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(join(folder, "data")).mode & 0o777).toBe(0o700);
  });

  test("a backup taken while writing is a sound store of its own", async () => {
    const store = await openStore();
    const ann = store.forUser("ann");
    await tellStory(ann, "a");
    const before = await dump(ann);
    const copy = join(folder, "copy.db");
    const writes = Array.from({ length: 20 }, (_, i) =>
      ann.openEpisode(newEpisode(`w${i}`, { conversationId: "w" })),
    );
    await Promise.all([store.system.backup(copy), ...writes]);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(existsSync(`${copy}.partial`)).toBe(false);
    const restored = await openStore(copy);
    expect(await restored.system.check()).toEqual([]);
    expect(await restored.forUser("ann").factsById(["a-fact-job"])).toEqual(
      (before["facts"] as { id: string }[]).filter((f) => f.id === "a-fact-job"),
    );
  });

  test("a backup that cannot be written is an error, and leaves nothing", async () => {
    const store = await openStore();
    await expect(store.system.backup(join(folder, "no", "such", "folder.db"))).rejects.toMatchObject({
      name: "EngramError",
      code: "store_unavailable",
    });
    await store.system.ping();
  });

  test("what is not a database is refused", async () => {
    const { writeFile } = await import("node:fs/promises");
    await writeFile(file, "not a database at all, but long enough to be looked at".repeat(30));
    await expect(createSqliteStore({ file, clock: testClock() })).rejects.toMatchObject({
      code: "store_unavailable",
    });
  });
});

describe("migrations", () => {
  const known = Math.max(...MIGRATIONS.map((migration) => migration.version));
  const next = { version: known + 1, name: "one more", up: "CREATE TABLE added (a)" };

  test("a key from before there were rights has all", async () => {
    const db = openConnection(file, "writer");
    migrate(
      db,
      MIGRATIONS.filter(({ version }) => version < 7),
    );
    db.run("INSERT INTO api_keys (id, user_name, hash, created_at) VALUES ('k', 'ann', '00', '2026-01-01')");
    migrate(db, MIGRATIONS);
    expect(keys(db).map((key) => key.rights)).toEqual([["read", "write", "admin"]]);
    db.close();
  });

  test("a new file needs no backup; an older one is copied before it changes", async () => {
    const db = openConnection(file, "writer");
    migrate(db, MIGRATIONS);
    expect(readdirSync(folder).filter((name) => name.includes(".bak"))).toEqual([]);
    db.run("INSERT INTO users (name, salt) VALUES ('ann', x'00')");
    migrate(db, [...MIGRATIONS, next]);
    expect(db.get("PRAGMA user_version")).toEqual({ user_version: next.version });
    db.close();
    const backup = new DatabaseSync(`${file}.before-v${next.version}.bak`);
    expect(backup.prepare("PRAGMA user_version").get()).toEqual({ user_version: known });
    expect(backup.prepare("SELECT name FROM users").all()).toEqual([{ name: "ann" }]);
    expect(backup.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'added'").get()).toBeUndefined();
    backup.close();
  });

  test("a step that fails leaves the version before it", () => {
    const db = openConnection(file, "writer");
    migrate(db, MIGRATIONS);
    const broken = {
      version: known + 2,
      name: "broken",
      up: "CREATE TABLE half (a); CREATE TABLE users (a)",
    };
    expect(() => migrate(db, [...MIGRATIONS, next, broken])).toThrow();
    expect(db.get("PRAGMA user_version")).toEqual({ user_version: next.version });
    expect(db.get("SELECT 1 FROM sqlite_schema WHERE name = 'half'")).toBeUndefined();
    db.close();
  });

  test("a database of a newer version is refused, unchanged", async () => {
    await (await openStore()).close();
    const db = new DatabaseSync(file);
    db.exec("PRAGMA user_version = 99");
    db.close();
    await expect(createSqliteStore({ file, clock: testClock() })).rejects.toMatchObject({
      name: "EngramError",
      code: "store_unavailable",
      message: expect.stringContaining("newer"),
    });
    expect(readdirSync(folder).filter((name) => name.includes(".bak"))).toEqual([]);
  });
});

describe("forgotten words in the raw files", () => {
  /** As text, and as the stem that full text keeps of it. */
  const present = (...words: string[]): string[] => {
    const bytes = readdirSync(folder).map((name) =>
      readFileSync(join(folder, name)).toString("latin1").toLowerCase(),
    );
    return words.filter((word) => bytes.some((text) => text.includes(word)));
  };

  const filler = (i: number): string =>
    `Turn ${i}: ${Array.from({ length: 40 }, (_, k) => `word${(i * 7 + k * 13) % 400}`).join(" ")}.`;

  /** Enough rows around the forgotten ones that pages were split and full text was merged. */
  async function crowded(): Promise<{ store: MemoryStore; clock: ReturnType<typeof testClock> }> {
    const clock = testClock();
    const store = await openStore(file, clock);
    const ann = store.forUser("ann");
    const self = await ann.self();
    for (let i = 0; i < 300; i++) {
      await say(ann, `e${i}`, filler(i), { conversationId: `c${i % 9}` });
      if (i !== 150) continue;
      const said = await say(ann, "secret", "I work as a quokkaherder near Xylophonia.", {
        reply: "A quokkaherder! How nice.",
        conversation: { title: "The quokkaherder" },
      });
      await ann.apply(
        batch([
          {
            op: "entity.put",
            entity: entity("place", "Xylophonia", { summary: "Where the quokkaherder works" }),
          },
          { op: "mention.put", episodeId: "secret", entityId: "place", start: 30, end: 40 },
          {
            op: "fact.put",
            fact: fact("job", self.id, "WORKS_AS", {
              value: "quokkaherder",
              text: "A quokkaherder.",
              evidence: [quote(said, "I work as a quokkaherder")],
            }),
          },
          {
            op: "fact.put",
            fact: fact("where", self.id, "WORKS_AT", {
              objectId: "place",
              text: "In Xylophonia.",
              evidence: [quote(said, "near Xylophonia")],
            }),
          },
        ]),
      );
      await ann.apply(batch([{ op: "fact.patch", id: "job", set: { status: "verified" } }]));
    }
    return { store, clock };
  }

  const ways: [string, ForgetTarget[], string[]][] = [
    ["fact", [{ factId: "where" }], ["xylophonia", "xylophon"]],
    ["entity", [{ entityId: "place" }], ["xylophonia", "xylophon"]],
    ["fact and entity", [{ factId: "job" }, { entityId: "place" }], ["quokka", "xyloph"]],
    ["episode", [{ episodeId: "secret" }], ["quokka", "xyloph"]],
    ["conversation", [{ conversationId: "c1" }], ["quokka", "xyloph"]],
    ["everything", [{ everything: true }], ["quokka", "xyloph", "word391", "turn 200"]],
  ];
  test("whoever writes meanwhile is served before the files are clean", { timeout: 60_000 }, async () => {
    const { store, clock } = await crowded();
    const ann = store.forUser("ann");
    const ends: string[] = [];
    const forgetting = ann
      .forget({ episodeId: "secret" }, clock.advance(HOUR_MS))
      .then(() => ends.push("clean"));
    await ann.openEpisode(newEpisode("meanwhile")).then(() => ends.push("written"));
    await forgetting;
    expect(ends).toEqual(["written", "clean"]);
    expect(present("quokka", "xyloph")).toEqual([]);
    expect(await store.system.check()).toEqual([]);
  });

  test.each(ways)(
    "after forgetting a %s its words are nowhere",
    { timeout: 60_000 },
    async (_, targets, words) => {
      const { store, clock } = await crowded();
      const ann = store.forUser("ann");
      // A reader has seen the words and holds its connection open.
      expect(await ann.episode("secret")).not.toBeNull();
      expect(present(...words)).toEqual(words);
      for (const target of targets) {
        const { purged } = await ann.forget(target, clock.advance(HOUR_MS));
        expect(purged).toBe(true);
      }
      expect(present(...words)).toEqual([]);
      expect(await store.system.check()).toEqual([]);
    },
  );
});

describe("a purge that was cut short", () => {
  test("is done at the next start", async () => {
    const ann = (await openStore()).forUser("ann");
    await say(ann, "e1", "The word is zyzzyva.");
    await Promise.all(open.splice(0).map((store) => store.close()));
    // What a process leaves that dies right after the commit of a forgetting.
    const db = openConnection(file, "writer");
    db.exec("PRAGMA secure_delete = OFF; INSERT INTO purges DEFAULT VALUES; DELETE FROM episodes");
    db.exec("UPDATE conversations SET episode_count = 0");
    db.close();
    const holds = (): boolean => readFileSync(file).includes("zyzzyva");
    expect(holds()).toBe(true);
    const store = await openStore();
    await purged(store);
    expect(holds()).toBe(false);
    expect(await store.system.check()).toEqual([]);
  });
});

describe("threads", () => {
  test("the main thread never loads SQLite", async () => {
    const child = node(`
      import { createSqliteStore } from ${JSON.stringify(index)};
      import { testClock } from ${JSON.stringify(story)};
      const store = await createSqliteStore({ file: ${JSON.stringify(file)}, clock: testClock() });
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
    const script = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
    const pool = await createPool({
      file,
      readers: 1,
      clock: testClock(),
      script,
      hashKey: new Uint8Array(32),
      newHashKey: false,
    });
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

  test("more calls than may wait are refused at once", async () => {
    const code = `
      import { parentPort } from "node:worker_threads";
      parentPort.postMessage({ kind: "ready" });
      parentPort.on("message", ({ id, op }) => {
        if (op !== "close") return;
        parentPort.postMessage({ kind: "result", id });
        parentPort.close();
      });`;
    const script = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
    const pool = await createPool({
      file,
      readers: 1,
      clock: testClock(),
      script,
      hashKey: new Uint8Array(32),
      newHashKey: false,
    });
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
});
