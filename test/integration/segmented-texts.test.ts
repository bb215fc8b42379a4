import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import neo4j from "neo4j-driver";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import { openConnection } from "../../src/adapters/sqlite/connection.ts";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { contentWords } from "../../src/language/stems.ts";
import { WORD_END } from "../../src/language/text.ts";
import type { MemoryStore, SearchKind } from "../../src/ports/memory-store.ts";
import { batch, entity, fact, say, search, testClock } from "../contracts/memory-store-story.ts";
import { TO_SCHEMA_19 } from "../support/older-database.ts";
import { leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";

const TAG = "test-embedder";

async function tell(store: MemoryStore): Promise<void> {
  const ann = store.forUser("ann");
  const { id } = await ann.self();
  await say(ann, "turn", "我养了一只叫豆豆的猫", { reply: "豆豆很可爱" });
  await say(ann, "plain", "A plain turn");
  await ann.apply(
    batch([
      { op: "entity.put", entity: entity("pet", "豆豆", { aliases: [{ alias: "小豆", kind: "nickname" }] }) },
      { op: "fact.put", fact: fact("owns", id, "OWNS", { objectId: "pet", text: "用户有一只猫。" }) },
    ]),
  );
  for (const item of await ann.unembedded(TAG, 50))
    await ann.putVectors(TAG, [{ ...item, vector: Float32Array.from([1, 0]) }]);
}

async function expectFound(store: MemoryStore): Promise<void> {
  const ann = store.forUser("ann");
  const best = async (kind: SearchKind, text: string): Promise<string | undefined> =>
    (await ann.search(search(contentWords(text), { kinds: [kind] })))[0]?.id;
  expect(await best("episode", "我的猫叫什么")).toBe("turn");
  expect(await best("reply", "可爱")).toBe("turn");
  expect(await best("entity", "小豆")).toBe("pet");
  expect(await best("fact", "我有猫吗")).toBe("owns");
  expect(await best("fact", "豆豆")).toBe("owns");
  expect(await best("episode", "plain")).toBe("plain");
  expect(await ann.unembedded(TAG, 50)).toEqual([]);
}

describe("texts without spaces that an earlier version indexed as one word a clause are found", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "engram-segmented-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test("on SQLite", async () => {
    const file = join(folder, "engram.db");
    const before = await createSqliteStore({ file, clock: testClock() });
    await tell(before);
    await before.close();
    const db = openConnection(file, "writer");
    const changed = db.all<{ name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE name LIKE '%vector_changed'",
    );
    for (const { name } of changed) db.exec(`DROP TRIGGER ${name}`);
    for (const [table, column] of [
      ["episodes", "search_text"],
      ["episodes", "reply_text"],
      ["facts", "search_text"],
      ["entities", "search_text"],
    ])
      db.exec(`UPDATE ${table} SET ${column} = replace(${column}, '${WORD_END}', '')`);
    for (const { sql } of changed) db.exec(sql);
    db.exec(`${TO_SCHEMA_19} PRAGMA user_version = 18`);
    db.close();
    const store = await createSqliteStore({ file, clock: testClock() });
    await expectFound(store);
    expect(await store.system.check()).toEqual([]);
    await store.close();
  });

  test.skipIf(neo4jMissing() !== null)("on Neo4j", async () => {
    const server = await leaseNeo4j();
    const before = await createNeo4jStore({ ...server, clock: testClock() });
    await tell(before);
    await before.close();
    const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password));
    await driver.executeQuery(
      `MATCH (n) WHERE n.search_text IS NOT NULL
       SET n.search_text = replace(n.search_text, $mark, ''), n.reply_text = replace(n.reply_text, $mark, '')`,
      { mark: WORD_END },
    );
    await driver.executeQuery("MATCH (m:Migration {version: 16}) DELETE m");
    const store = await createNeo4jStore({ ...server, clock: testClock() });
    await driver.executeQuery("CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()");
    await expectFound(store);
    await store.close();
    const left = await driver.executeQuery("MATCH (n:Unsegmented) RETURN n");
    expect(left.records).toEqual([]);
    await driver.close();
  });
});
