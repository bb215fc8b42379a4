import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { dump, newEpisode, tellStory, testClock } from "../contracts/memory-store-story.ts";
import { node, openSqliteBench, SQLITE_URL, STORY_URL, type SqliteBench } from "../support/sqlite-bench.ts";

/** What was acknowledged outlives the process; files and backups are private and sound. */
let at: SqliteBench;

beforeEach(async () => {
  at = await openSqliteBench();
});
afterEach(() => at.remove());

describe("kill -9", () => {
  /** Says "<id>" after each acknowledged turn and "<id> batch" after each acknowledged batch. */
  const writer = (round: number): string => `
    import { createSqliteStore } from ${JSON.stringify(SQLITE_URL)};
    import { batch, entity, fact, newEpisode, quote, testClock } from ${JSON.stringify(STORY_URL)};
    const store = await createSqliteStore({ file: ${JSON.stringify(at.file)}, clock: testClock() });
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
        const store = await at.openStore();
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
    const store = await at.openStore(join(at.folder, "data", "engram.db"));
    await tellStory(store.forUser("ann"), "a");
    for (const name of readdirSync(join(at.folder, "data"))) {
      expect(statSync(join(at.folder, "data", name)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(join(at.folder, "data")).mode & 0o777).toBe(0o700);
  });

  test("a check between writes tells of no fault that is not there", async () => {
    const store = await at.openStore();
    for (let i = 0; i < 60; i++) {
      await tellStory(store.forUser(`user ${i}`), "a");
      expect(await store.system.check()).toEqual([]);
    }
    await store.close();
  });

  test("a backup taken while writing is a sound store of its own", async () => {
    const store = await at.openStore();
    const ann = store.forUser("ann");
    await tellStory(ann, "a");
    const before = await dump(ann);
    const copy = join(at.folder, "copy.db");
    const writes = Array.from({ length: 20 }, (_, i) =>
      ann.openEpisode(newEpisode(`w${i}`, { conversationId: "w" })),
    );
    await Promise.all([store.system.backup(copy), ...writes]);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(existsSync(`${copy}.partial`)).toBe(false);
    const restored = await at.openStore(copy);
    expect(await restored.system.check()).toEqual([]);
    expect(await restored.forUser("ann").factsById(["a-fact-job"])).toEqual(
      (before["facts"] as { id: string }[]).filter((f) => f.id === "a-fact-job"),
    );
  });

  test("a backup that cannot be written is an error, and leaves nothing", async () => {
    const store = await at.openStore();
    await expect(store.system.backup(join(at.folder, "no", "such", "folder.db"))).rejects.toMatchObject({
      name: "EngramError",
      code: "store_unavailable",
    });
    await store.system.ping();
  });

  test("what is not a database is refused", async () => {
    const { writeFile } = await import("node:fs/promises");
    await writeFile(at.file, "not a database at all, but long enough to be looked at".repeat(30));
    await expect(createSqliteStore({ file: at.file, clock: testClock() })).rejects.toMatchObject({
      code: "store_unavailable",
    });
  });
});
