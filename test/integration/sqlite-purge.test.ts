import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openConnection } from "../../src/adapters/sqlite/connection.ts";
import { HOUR_MS } from "../../src/domain/model/time.ts";
import type { ForgetTarget } from "../../src/domain/model/tombstone.ts";
import type { MemoryStore } from "../../src/ports/memory-store.ts";
import { batch, entity, fact, newEpisode, quote, say, testClock } from "../contracts/memory-store-story.ts";
import { openSqliteBench, type SqliteBench } from "../support/sqlite-bench.ts";

/** Forgotten words leave the raw files of the database, also when a purge was cut short. */
let at: SqliteBench;

beforeEach(async () => {
  at = await openSqliteBench();
});
afterEach(() => at.remove());

/** Until nothing that was forgotten is left in the files. */
async function purged(store: MemoryStore): Promise<void> {
  while ((await store.system.counts()).pendingPurges > 0) await new Promise((r) => setTimeout(r, 10));
}

describe("forgotten words in the raw files", () => {
  /** As text, and as the stem that full text keeps of it. */
  const present = (...words: string[]): string[] => {
    const bytes = readdirSync(at.folder).map((name) =>
      readFileSync(join(at.folder, name)).toString("latin1").toLowerCase(),
    );
    return words.filter((word) => bytes.some((text) => text.includes(word)));
  };

  const filler = (i: number): string =>
    `Turn ${i}: ${Array.from({ length: 40 }, (_, k) => `word${(i * 7 + k * 13) % 400}`).join(" ")}.`;

  /** Enough rows around the forgotten ones that pages were split and full text was merged. */
  async function crowded(): Promise<{ store: MemoryStore; clock: ReturnType<typeof testClock> }> {
    const clock = testClock();
    const store = await at.openStore(at.file, clock);
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
    const ann = (await at.openStore()).forUser("ann");
    await say(ann, "e1", "The word is zyzzyva.");
    await at.closeStores();
    // What a process leaves that dies right after the commit of a forgetting.
    const db = openConnection(at.file, "writer");
    db.exec("PRAGMA secure_delete = OFF; INSERT INTO purges DEFAULT VALUES; DELETE FROM episodes");
    db.exec("UPDATE conversations SET episode_count = 0");
    db.close();
    const holds = (): boolean => readFileSync(at.file).includes("zyzzyva");
    expect(holds()).toBe(true);
    const store = await at.openStore();
    await purged(store);
    expect(holds()).toBe(false);
    expect(await store.system.check()).toEqual([]);
  });
});
