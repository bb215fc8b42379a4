import { createHash, createHmac } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import type { MemoryStore } from "../../src/ports/memory-store.ts";
import { testClock } from "../contracts/memory-store-story.ts";
import { openFirstSchema } from "../support/older-database.ts";

/** The key of the hashes, in a file beside the database. */
let folder: string;
let file: string;
const open: MemoryStore[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "engram-key-"));
  file = join(folder, "engram.db");
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((store) => store.close()));
  await rm(folder, { recursive: true });
});

async function openStore(more: { newHashKey?: boolean } = {}): Promise<MemoryStore> {
  const store = await createSqliteStore({ file, clock: testClock(), ...more });
  open.push(store);
  return store;
}

/** What a version wrote that kept the key in the database, and hashed turns without one. */
function writtenBefore(): { hash: Buffer; chain: string } {
  const key = Buffer.alloc(32, 7);
  const db = openFirstSchema(file, key);
  const hash = createHmac("sha256", key).update("words\0quokkaherder").digest();
  const chain = createHash("sha256").update("\nuser\nMy PIN is 4821").digest("hex");
  db.run("INSERT INTO tombstones VALUES (1, 't', 'fact', '2026-01-01T00:00:00.000Z', 1)");
  db.run("INSERT INTO tombstone_hashes VALUES (1, 'run', ?, 't', 1, '2026-01-01T00:00:00.000Z')", hash);
  db.run(`INSERT INTO conversations (user_id, id, started_at, last_message_at, episode_count, next_ordinal)
    VALUES (1, 'c', '2026', '2026', 1, 1)`);
  db.run(
    `INSERT INTO episodes (user_id, id, conversation_id, ordinal, user_message, source, state, memory, mode, occurred_at,
       recorded_at, valence, importance, outcome, extraction_state, extraction_attempts, verification_state,
       verification_attempts, source_count, chain_hash, recalled, redacted, search_text, reply_text)
     VALUES (1, 'e', 'c', 0, 'My PIN is 4821', 'chat', 'complete', 'on', 'chat', '2026', '2026', 0, 0, 'neutral',
       'none', 0, 'none', 0, 1, ?, '[]', 0, '', '')`,
    chain,
  );
  db.close();
  return { hash, chain };
}

test("tombstones of a version that kept their key in the database hold on, by a key outside it", async () => {
  const before = writtenBefore();
  const store = await openStore();
  const kept = await store.forUser("ann").redactForgotten("A quokkaherder", "2020-01-01T00:00:00.000Z");
  expect(kept.redacted).toBe(true);
  expect(await store.forUser("ann").episodesByChainHash(before.chain, 1)).toEqual([]);
  expect((await store.forUser("ann").episode("e"))?.userMessage).toBe("My PIN is 4821");
  while ((await store.system.counts()).pendingPurges > 0) await new Promise((r) => setTimeout(r, 10));
  expect(statSync(join(folder, "engram.key")).mode & 0o777).toBe(0o600);
  for (const name of ["engram.db", "engram.db-wal"]) {
    const bytes = readFileSync(join(folder, name));
    expect(bytes.includes(before.hash), name).toBe(false);
    expect(bytes.includes(before.chain), name).toBe(false);
  }
});

test("another key is refused, and a lost one given up on purpose", async () => {
  writtenBefore();
  await (await openStore()).close();
  await rm(join(folder, "engram.key"));
  await expect(openStore()).rejects.toThrow(/HASH_KEY/);
  const renewed = await openStore({ newHashKey: true });
  const kept = await renewed.forUser("ann").redactForgotten("A quokkaherder", "2020-01-01T00:00:00.000Z");
  expect(kept.redacted).toBe(false);
  await renewed.close();
  await openStore();
});
