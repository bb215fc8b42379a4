import { expect } from "vitest";
import { HOUR_MS, plusMs } from "../../src/domain/model/time.ts";
import type { ExtractionFilter, UserStore } from "../../src/ports/memory-store.ts";
import {
  START,
  batch,
  entity,
  fact,
  must,
  newEpisode,
  quote,
  rejects,
  say,
  tellStory,
  walk,
} from "./memory-store-story.ts";
import type { Case } from "./memory-store.ts";

export function systemCases(declare: Case): void {
  declare("episodes that wait are listed over users, oldest first", async ({ store, ann, bob }) => {
    const at = (hours: number): { recordedAt: string } => ({ recordedAt: plusMs(START, hours * HOUR_MS) });
    await say(ann, "a1", "x", at(2));
    await say(bob, "b1", "x", at(1));
    await say(ann, "off", "x", { ...at(0), memory: "off" });
    await say(ann, "none", "x", { ...at(0), extract: false });
    await ann.openEpisode(newEpisode("open", at(0)));
    await say(bob, "old", "x", at(0));
    await say(bob, "new", "x", at(3));
    await bob.replaceEpisode("old", "new");
    const waiting = [
      { userId: "bob", conversationId: "c1", episodeId: "b1" },
      { userId: "ann", conversationId: "c1", episodeId: "a1" },
      { userId: "bob", conversationId: "c1", episodeId: "new" },
    ];
    expect(await store.system.pendingExtraction(9)).toEqual(waiting);
    expect(await store.system.pendingExtraction(1)).toEqual(waiting.slice(0, 1));
    expect(await store.system.counts()).toMatchObject({ pendingExtraction: 3, pendingVerification: 0 });
  });

  declare(
    "a failed extraction waits for its retry, and is set aside in the end",
    async ({ store, ann, bob }) => {
      const later = plusMs(START, HOUR_MS);
      const failed = (attempts: number, retryAt: string | null) =>
        ({ state: retryAt === null ? "failed" : "pending", attempts, error: "no JSON", retryAt }) as const;
      for (const id of ["new", "waits", "over", "over2", "replaced"]) await say(ann, id, `words of ${id}`);
      await say(bob, "his", "words");
      const put = (id: string, extraction: ReturnType<typeof failed>) =>
        ann.apply(batch([{ op: "episode.patch", id, set: { extraction } }]));
      await put("waits", failed(2, later));
      for (const id of ["over", "over2", "replaced"]) await put(id, failed(7, null));
      await ann.replaceEpisode("replaced", "new");
      expect((await ann.episode("waits"))?.extraction).toEqual(failed(2, later));

      const due = async (at: string): Promise<string[]> =>
        (
          await ann.episodes({
            conversationId: "c1",
            extraction: "pending",
            due: at,
            order: "oldest",
            limit: 9,
          })
        ).map(({ id }) => id);
      expect(await due(START)).toEqual(["new"]);
      expect(await due(later)).toEqual(["new", "waits"]);
      const waiting = async (at?: string): Promise<string[]> =>
        (await store.system.pendingExtraction(9, at)).map(({ episodeId }) => episodeId).sort();
      expect(await waiting(START)).toEqual(["his", "new"]);
      expect(await waiting()).toEqual(["his", "new", "waits"]);
      expect(await store.system.counts()).toMatchObject({
        pendingExtraction: 3,
        retryingExtraction: 1,
        failedExtraction: 2,
      });

      const listed = async (extraction: ExtractionFilter, conversationId?: string): Promise<string[]> =>
        (await walk((page) => ann.episodePage({ extraction, conversationId, ...page }), 1)).map(
          ({ id }) => id,
        );
      expect(await listed("failed")).toEqual(["over2", "over"]);
      expect(await listed("retrying")).toEqual(["waits"]);
      expect(await listed("pending", "c1")).toEqual(["waits", "new"]);
      expect(await listed("failed", "elsewhere")).toEqual([]);
      const { nextCursor } = await ann.episodePage({ extraction: "failed", limit: 1 });
      await expect(ann.episodePage({ limit: 1, cursor: must(nextCursor) })).rejects.toMatchObject({
        code: "invalid_cursor",
      });

      await ann.apply(
        batch([
          {
            op: "episode.patch",
            id: "waits",
            set: { extraction: { state: "done", attempts: 3, error: null } },
          },
        ]),
      );
      expect((await ann.episode("waits"))?.extraction).toEqual({
        state: "done",
        attempts: 3,
        error: null,
        retryAt: null,
      });
    },
  );

  declare(
    "verifications that the model failed at are listed, those that votes left open are not",
    async ({ store, ann, bob }) => {
      for (const id of ["broken", "open", "waits"]) await say(ann, id, `words of ${id}`);
      await say(bob, "his", "words");
      const put = (id: string, state: "failed" | "deferred", error: string | null) =>
        ann.apply(batch([{ op: "episode.patch", id, set: { verification: { state, attempts: 4, error } } }]));
      await put("broken", "failed", "The model failed with status 500");
      await put("open", "failed", null);
      await put("waits", "deferred", "The model failed with status 500");
      const listed = (user: UserStore): Promise<string[]> =>
        walk((page) => user.episodePage({ verification: "failed", ...page }), 1).then((all) =>
          all.map(({ id }) => id),
        );
      expect(await listed(ann)).toEqual(["broken"]);
      expect(await listed(bob)).toEqual([]);
      expect(await store.system.counts()).toMatchObject({ failedVerification: 1 });
    },
  );

  declare("turns found open become interrupted and are extracted", async ({ store, ann }) => {
    await ann.openEpisode(newEpisode("e1"));
    await say(ann, "e2", "done");
    expect(await store.system.interruptOpenEpisodes()).toBe(1);
    expect(await store.system.interruptOpenEpisodes()).toBe(0);
    expect((await ann.episode("e1"))?.state).toBe("interrupted");
    expect((await ann.episode("e2"))?.state).toBe("complete");
    expect((await store.system.pendingExtraction(9)).map((e) => e.episodeId).sort()).toEqual(["e1", "e2"]);
  });

  declare("turns that have been open for long are listed, oldest first", async ({ store, ann, bob }) => {
    const at = (hours: number): { recordedAt: string } => ({ recordedAt: plusMs(START, hours * HOUR_MS) });
    await ann.openEpisode(newEpisode("late", at(2)));
    await ann.openEpisode(newEpisode("a1", at(1)));
    await bob.openEpisode(newEpisode("b1", at(0)));
    await say(bob, "done", "x", at(0));
    const open = [
      { userId: "bob", conversationId: "c1", episodeId: "b1" },
      { userId: "ann", conversationId: "c1", episodeId: "a1" },
    ];
    expect(await store.system.openEpisodes(plusMs(START, 2 * HOUR_MS), 9)).toEqual(open);
    expect(await store.system.openEpisodes(plusMs(START, 2 * HOUR_MS), 1)).toEqual(open.slice(0, 1));
  });

  declare("an import does not look like a message of today", async ({ store, ann, bob }) => {
    const verification = { state: "pending" as const, attempts: 0, error: null };
    const later = plusMs(START, HOUR_MS);
    await say(ann, "a1", "x", { recordedAt: START });
    await say(ann, "a2", "x", { source: "import", recordedAt: later, state: "complete" });
    await say(bob, "b1", "x", { source: "document", recordedAt: later, state: "complete" });
    await ann.apply(
      batch(["a1", "a2"].map((id) => ({ op: "episode.patch" as const, id, set: { verification } }))),
    );
    await bob.apply(batch([{ op: "episode.patch", id: "b1", set: { verification } }]));
    expect(await store.system.pendingVerification()).toEqual([
      { userId: "ann", episodes: 2, deferred: 0, lastMessageAt: START },
      { userId: "bob", episodes: 1, deferred: 0, lastMessageAt: "1970-01-01T00:00:00.000Z" },
    ]);
    expect((await store.system.counts()).pendingVerification).toBe(3);
  });

  declare("counts are over all users", async ({ store, ann, bob }) => {
    await tellStory(ann, "a");
    await tellStory(bob, "b");
    expect(await store.system.counts()).toEqual({
      pendingExtraction: 4,
      retryingExtraction: 0,
      failedExtraction: 0,
      failedVerification: 0,
      pendingVerification: 0,
      facts: { staged: 6 },
      entities: 6,
      pendingPurges: 0,
    });
  });

  declare("keys are kept and revoked once, sessions are kept and removed", async ({ store }) => {
    const key = {
      id: "k1",
      userId: "ann",
      hash: "abc",
      rights: ["read" as const],
      createdAt: START,
      revokedAt: null,
      session: null,
    };
    const session = { keyId: "k1", endsAt: plusMs(START, 9), client: "A browser" };
    const second = { ...key, id: "k2", createdAt: plusMs(START, 1), rights: [], session };
    await store.system.putKey(key);
    await store.system.putKey(second);
    expect(await store.system.keys()).toEqual([key, second]);
    expect(await store.system.removeKey("k2")).toBe(true);
    expect(await store.system.removeKey("k2")).toBe(false);
    expect(await store.system.keys()).toEqual([key]);
    expect(await store.system.revokeKey("k1", START)).toBe(true);
    expect(await store.system.revokeKey("k1", START)).toBe(false);
    expect(await store.system.revokeKey("none", START)).toBe(false);
    expect((await store.system.keys())[0]).toEqual({ ...key, revokedAt: START });
  });

  declare("administrative acts are kept as they were written, newest first", async ({ store }) => {
    const row = {
      id: "a1",
      at: START,
      actor: "cli",
      act: "key_created" as const,
      userId: "ann",
      targets: ["k1"],
      counts: {},
    };
    const later = { ...row, at: plusMs(START, 1), act: "backup" as const, counts: { records: 3 } };
    const rows = [
      row,
      { ...row, id: "a2", userId: "bob", targets: [] },
      { ...later, id: "a0", targets: ["one", "two"] },
      { ...later, id: "a3", act: "migrate" as const, userId: null },
    ];
    for (const one of rows) await store.system.putAudit(one);
    await store.system.putAudit({ ...row, actor: "somebody else", counts: { changed: 1 } });
    expect(await store.system.audits(null, 9)).toEqual([rows[3], rows[2], rows[1], rows[0]]);
    expect(await store.system.audits(null, 2)).toEqual([rows[3], rows[2]]);
    expect(await store.system.audits("ann", 9)).toEqual([rows[2], rows[0]]);
    expect(await store.system.audits("ann", 1)).toEqual([rows[2]]);
    expect(await store.system.audits("nobody", 9)).toEqual([]);
    await store.forUser("ann").forget({ everything: true }, plusMs(START, 2));
    expect(await store.system.audits("ann", 9)).toEqual([rows[2], rows[0]]);
  });

  declare("runs are kept, changed and listed newest first", async ({ store }) => {
    const run = {
      id: "r1",
      userId: "ann",
      job: "verify",
      state: "running" as const,
      dryRun: false,
      startedAt: START,
      finishedAt: null,
      result: {},
      error: null,
    };
    await store.system.putRun(run);
    await store.system.putRun({ ...run, id: "r2", userId: null, startedAt: plusMs(START, 1), dryRun: true });
    await store.system.putRun({ ...run, id: "r3", userId: "bob", startedAt: plusMs(START, 2) });
    const done = { ...run, state: "done" as const, finishedAt: plusMs(START, 5), result: { promoted: 3 } };
    await store.system.putRun(done);
    expect(await store.system.run("r1")).toEqual(done);
    expect(await store.system.run("none")).toBeNull();
    expect((await store.system.runs("ann", 9)).map((r) => r.id)).toEqual(["r2", "r1"]);
    expect((await store.system.runningRuns()).map((r) => r.id)).toEqual(["r2", "r3"]);
    expect(await store.system.runs("ann", 1)).toHaveLength(1);
  });

  declare("a sound store checks clean; a false quote is told", async ({ store, ann }) => {
    await tellStory(ann, "a");
    await store.system.ping();
    expect(await store.system.check()).toEqual([]);
    const said = await say(ann, "e9", "true words");
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("x", "X") },
        {
          op: "fact.put",
          fact: fact("f9", "x", "P", { evidence: [{ ...quote(said, "true"), quote: "false" }] }),
        },
      ]),
    );
    expect((await store.system.check()).join()).toContain("f9");
  });

  declare("closing twice is once, and ends everything", async ({ store, ann }) => {
    const running = ann.openEpisode(newEpisode("e1"));
    await Promise.all([store.close(), store.close()]);
    expect((await running).outcome).toBe("opened");
    await rejects(ann.stats(), "store_unavailable");
    await rejects(store.system.ping(), "store_unavailable");
  });
}
