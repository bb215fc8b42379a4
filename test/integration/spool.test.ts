import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSpooledStore, type SpooledStore } from "../../src/adapters/spool/index.ts";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { EngramError } from "../../src/errors.ts";
import type { CompleteEpisode, MemoryStore } from "../../src/ports/memory-store.ts";
import { newEpisode, tellStory, testClock } from "../contracts/memory-store-story.ts";
import { type TestFolder, testFolder } from "../support/service.ts";

const ANSWERED: CompleteEpisode = {
  assistantReply: "I see.",
  state: "complete",
  recalled: [],
  model: "engram-notebook",
};
const WAITS = { code: "store_unavailable" };

/** A real store whose line can be cut. The same with a Neo4j that is killed: test/long/regression/neo4j-spool.long.ts. */
describe("turns that wait for their store", () => {
  let folder: TestFolder;
  let store: MemoryStore;
  let clock: ReturnType<typeof testClock>;
  let line: { isCut: boolean };
  let spool: SpooledStore;
  const errors: unknown[] = [];
  const open = () =>
    createSpooledStore({
      store: behindLine(store, line),
      folder: folder.path,
      onError: (error) => errors.push(error),
    });
  const told = (id: string) =>
    newEpisode(id, { createConversation: true, source: "chat", state: "open", conversationId: `c-${id}` });
  const files = () => readdirSync(folder.path).filter((name) => /^spool-.*\.db$/.test(name));

  beforeEach(async () => {
    folder = await testFolder();
    line = { isCut: false };
    clock = testClock();
    store = await createSqliteStore({ file: join(folder.path, "engram.db"), clock });
    spool = open();
  });
  afterEach(async () => {
    await spool.close();
    await store.close();
    await folder.remove();
    expect(errors.splice(0)).toEqual([]);
  });

  test("a turn is handed over once, in order, and leaves no file", async () => {
    const ann = spool.forUser("ann");
    const handedOver: string[] = [];
    spool.onReplayed((userId, conversationId) => handedOver.push(`${userId}/${conversationId}`));
    line.isCut = true;
    for (const id of ["e1", "e2"]) {
      expect(await ann.openEpisode(told(id))).toMatchObject({
        outcome: "opened",
        episode: { spooled: true },
      });
      expect(await ann.completeEpisode(id, ANSWERED)).toMatchObject({ state: "complete", spooled: true });
    }
    expect(await ann.openEpisode(told("e1"))).toMatchObject({
      outcome: "existing",
      episode: { state: "complete" },
    });
    expect(spool.waiting()).toBe(2);
    expect(files()).toHaveLength(1);
    line.isCut = false;
    await expect(ann.conversation("c-e1")).rejects.toMatchObject(WAITS);

    await spool.replay();
    expect(handedOver).toEqual(["ann/c-e1", "ann/c-e2"]);
    expect(files()).toEqual([]);
    const { items } = await store.forUser("ann").episodePage({ limit: 10 });
    expect(items.map(({ id, state, assistantReply }) => ({ id, state, assistantReply }))).toEqual(
      ["e2", "e1"].map((id) => ({ id, state: "complete", assistantReply: "I see." })),
    );
    expect(await ann.conversation("c-e1")).not.toBeNull();
  });

  test("a store that goes away during the reply gets how it ended later", async () => {
    const ann = spool.forUser("ann");
    expect((await ann.openEpisode(told("e1"))).outcome).toBe("opened");
    line.isCut = true;
    expect(await ann.completeEpisode("e1", ANSWERED)).toMatchObject({ state: "complete", spooled: true });
    expect((await store.forUser("ann").episode("e1"))?.state).toBe("open");
    line.isCut = false;
    await spool.replay();
    expect(await store.forUser("ann").episode("e1")).toMatchObject({
      state: "complete",
      assistantReply: "I see.",
      extraction: { state: "pending" },
    });
  });

  test("a turn that is still being answered is not handed over; of a process that ended, it is interrupted", async () => {
    line.isCut = true;
    await spool.forUser("ann").openEpisode(told("e1"));
    line.isCut = false;
    await spool.replay();
    expect(spool.waiting()).toBe(1);
    const beside = open();
    expect(beside.waiting()).toBe(0);

    const [name = ""] = files();
    expect(readFileSync(join(folder.path, name), "latin1")).toContain(told("e1").userMessage);
    await beside.close();
    await spool.close();
    spool = open();
    expect(spool.waiting()).toBe(1);
    await spool.replay();
    expect(await store.forUser("ann").episode("e1")).toMatchObject({
      state: "interrupted",
      userMessage: told("e1").userMessage,
    });
    expect(files()).toEqual([]);
  });

  test("only a new conversation's turn waits: one that goes on, a wish and an import fail as before", async () => {
    const ann = spool.forUser("ann");
    line.isCut = true;
    const wish = { kind: "remember", state: "done", candidates: [], changeIds: [] } as const;
    for (const more of [
      { createConversation: false },
      { intent: { ...wish, candidates: [], changeIds: [] } },
      { source: "import" as const },
    ])
      await expect(ann.openEpisode({ ...told("e1"), ...more })).rejects.toMatchObject(WAITS);
    expect(files()).toEqual([]);
  });

  test("what was forgotten through another process meanwhile is not brought back", async () => {
    const ann = spool.forUser("ann");
    const { ids } = await tellStory(store.forUser("ann"), "a");
    line.isCut = true;
    await ann.openEpisode({ ...told("e1"), userMessage: "Anna came by today." });
    await ann.completeEpisode("e1", { ...ANSWERED, assistantReply: "How is Anna?" });
    await store.forUser("ann").forget({ entityId: ids.anna }, clock.advance(60_000));
    line.isCut = false;
    await spool.replay();
    expect(await store.forUser("ann").episode("e1")).toMatchObject({
      state: "complete",
      userMessage: "[forgotten] came by today.",
      assistantReply: "How is [forgotten]?",
    });
  });

  test("too many turns are refused", async () => {
    const ann = spool.forUser("ann");
    line.isCut = true;
    const large = "x".repeat(9 * 1024 * 1024);
    for (const id of ["e1", "e2"]) await ann.openEpisode({ ...told(id), userMessage: large });
    await expect(ann.openEpisode(told("e3"))).rejects.toMatchObject(WAITS);
    expect((await ann.completeEpisode("e2", ANSWERED)).spooled).toBe(true);
  });
});

function behindLine(store: MemoryStore, line: { isCut: boolean }): MemoryStore {
  const cut = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(inner, key) {
        const value: unknown = Reflect.get(inner, key);
        if (typeof value !== "function") return value;
        return (...args: unknown[]): unknown =>
          line.isCut
            ? Promise.reject(new EngramError("store_unavailable"))
            : Reflect.apply(value, inner, args);
      },
    });
  return {
    kind: store.kind,
    system: cut(store.system),
    forUser: (userId) => cut(store.forUser(userId)),
    close: () => Promise.resolve(),
  };
}
