import { mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Entity } from "../../src/domain/model/entity.ts";
import type { Fact } from "../../src/domain/model/fact.ts";
import { DAY_MS } from "../../src/domain/model/time.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import type { AuditedAct } from "../../src/services/audit.ts";
import { planLiveExtraction } from "../../src/services/extraction/plan.ts";
import { diffOfRun } from "../../src/services/maintenance/diff.ts";
import { prune } from "../../src/services/maintenance/prune/prune.ts";
import { takeMemory } from "../../src/services/transfer/take.ts";
import { SIGNING_KEY, takingTrusted } from "../support/memory-files.ts";
import { MemoryRecordSchema } from "../../src/services/transfer/record-schema.ts";
import { openReview } from "../../src/domain/model/review.ts";
import { exported } from "../contracts/memory-store-review.ts";
import { batch, entity, fact, must, quote, say } from "../contracts/memory-store-story.ts";
import { jobContext, undoAll } from "../support/jobs.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

let memory: TestMemory;
let ann: UserStore;
let folder: string;
let audited: AuditedAct[];

beforeEach(async () => {
  memory = await openMemory();
  ann = memory.store.forUser("ann");
  await ann.self();
  folder = await mkdtemp(join(tmpdir(), "engram-pruned-"));
  audited = [];
});
afterEach(async () => {
  await memory.close();
  await rm(folder, { recursive: true });
});

async function run(dryRun = false) {
  const context = jobContext({ dryRun });
  const audit = async (act: AuditedAct): Promise<void> => void audited.push(act);
  const backups = {
    folder: join(folder, "backups"),
    keep: 3,
    product: "test",
    signingKey: SIGNING_KEY,
  };
  return { runId: context.runId, counts: await prune.run({ ...memory, audit, backups }, ann, context) };
}

async function add(id: string, name: string, more: Partial<Entity> = {}): Promise<void> {
  const now = memory.clock.now();
  const known = entity(id, name, { status: "verified", createdAt: now, lastMentionedAt: now, ...more });
  await ann.apply(batch([{ op: "entity.put", entity: known }]));
}

async function tell(id: string, more: Partial<Fact> = {}, importance = 0.5): Promise<void> {
  const said = `Ada and ${id}.`;
  const now = memory.clock.now();
  const episode = await say(ann, `e-${id}`, said, { occurredAt: now, extract: false });
  const evidence = [quote(episode, said)];
  const known = fact(id, "ada", "LIKES", { value: id, origin: "p", createdAt: now, evidence, ...more });
  await ann.apply(
    batch([
      { op: "fact.put", fact: known },
      { op: "mention.put", episodeId: episode.id, entityId: "ada", start: 0, end: 3 },
      { op: "episode.patch", id: episode.id, set: { importance } },
    ]),
  );
}

const statusOf = async (id: string): Promise<string> => must(await ann.fact(id)).status;
const files = (): Promise<string[]> => readdir(join(folder, "backups")).catch(() => []);

describe("prune", () => {
  test("puts away what has faded, after a copy of it; again: nothing; undone: as before", async () => {
    await add("ada", "Ada");
    await tell("weak", { status: "verified", confidence: 0.2 });
    await tell("heard", { status: "staged", confidence: 0.25 });
    await tell("sure", { status: "verified", confidence: 0.9 });
    await tell("weighty", { status: "staged", confidence: 0.2 }, 0.8);
    await tell("open", { status: "disputed", confidence: 0.1 });
    memory.clock.advance(95 * DAY_MS);
    await tell("fresh", { status: "staged", confidence: 0.1 });
    const before = await exported(ann);
    const dry = await run(true);
    expect(dry.counts).toMatchObject({ facts: 5, archived: 2 });
    expect(await exported(ann)).toEqual(before);
    expect(await files()).toEqual([]);
    expect((await diffOfRun(ann, dry.runId, { limit: 9 })).items).toHaveLength(2);

    const { runId, counts } = await run();
    expect(counts).toMatchObject({ archived: 2, orphans: 0, deleted: 0 });
    expect(await Promise.all(["weak", "heard"].map(statusOf))).toEqual(["archived", "archived"]);
    const kept = await Promise.all(["sure", "weighty", "open", "fresh"].map(statusOf));
    expect(kept).toEqual(["verified", "staged", "disputed", "staged"]);
    const terms = {
      terms: ["weak"],
      kinds: ["fact" as const],
      limit: 5,
      statuses: ["verified", "staged"] as const,
    };
    expect(await ann.search(terms), "not found any more").toEqual([]);
    expect(must(await ann.episode("e-weak")).userMessage, "the turn stays").toBe("Ada and weak.");

    const [file] = await files();
    const path = join(folder, "backups", must(file));
    const lines = (await readFile(path, "utf8")).trim().split("\n").slice(1, -1);
    const records = lines.map((line) => MemoryRecordSchema.parse(JSON.parse(line)));
    const ids = records.map((one) => (one.kind === "fact" ? `${one.fact.id} ${one.fact.status}` : one.kind));
    expect(ids.sort()).toEqual(["heard staged", "user", "weak verified"]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(audited).toMatchObject([
      { act: "prune", userId: "ann", targets: [runId, file], counts: { facts: 2 } },
    ]);

    const after = await exported(ann);
    expect((await run()).counts).toMatchObject({ archived: 0, orphans: 0, deleted: 0 });
    expect(await exported(ann)).toEqual(after);
    expect(await undoAll(ann, runId)).toBe(2);
    expect(await exported(ann)).toEqual(before);
    expect((await run()).counts, "the owner wants them kept").toMatchObject({ archived: 0 });
  });

  test("what was of use, or mentioned, again and again is fresh, and stays", async () => {
    await add("ada", "Ada");
    for (const id of ["weak", "used", "mentioned"]) await tell(id, { status: "verified", confidence: 0.2 });
    for (const days of [10, 30, 60]) {
      memory.clock.advance(days * DAY_MS);
      const at = memory.clock.now();
      await ann.recordFeedback([{ targetId: "used", helpful: true, at, basis: "used" }]);
      const again = await say(ann, `again${days}`, "Ada and mentioned.", { occurredAt: at, extract: false });
      const evidence = [quote(again, "Ada and mentioned")];
      await ann.apply(batch([{ op: "fact.evidence", id: "mentioned", evidence }]));
    }
    memory.clock.advance(95 * DAY_MS);
    expect((await run()).counts).toMatchObject({ archived: 1 });
    const statuses = await Promise.all(["weak", "used", "mentioned"].map(statusOf));
    expect(statuses).toEqual(["archived", "verified", "verified"]);
  });

  test("what nobody could verify in a year goes; what waits to be judged stays", async () => {
    await add("ada", "Ada");
    await tell("split", { status: "staged", confidence: 0.7 });
    await tell("waits", { status: "staged", confidence: 0.7 });
    const verification = { state: "pending", attempts: 0, error: null } as const;
    await ann.apply(batch([{ op: "episode.patch", id: "e-waits", set: { verification } }]));
    memory.clock.advance(200 * DAY_MS);
    expect((await run()).counts).toMatchObject({ archived: 0 });
    memory.clock.advance(200 * DAY_MS);
    expect((await run()).counts).toMatchObject({ archived: 1 });
    expect(await statusOf("waits")).toBe("staged");
  });

  test("orphans are put away after a time of grace, and deleted after as long again", async () => {
    await add("lone", "Lone");
    await add("asked", "Asked");
    await add("merged", "Merged", { status: "archived" });
    await add("ada", "Ada");
    await ann.apply(batch([{ op: "entity.patch", id: "merged", set: { mergedInto: "asked" } }]));
    await tell("f");
    const question = openReview("merge", ["asked", "ada"], "nickname", memory.clock.now());
    await ann.apply(batch([{ op: "review.put", review: question }]));
    expect((await run()).counts, "all are new").toMatchObject({ orphans: 0 });
    memory.clock.advance(91 * DAY_MS);
    await add("new", "New");
    const before = await exported(ann);
    const first = await run();
    expect(first.counts).toMatchObject({ orphans: 1, deleted: 0 });
    expect(await ann.entity("lone")).toMatchObject({ status: "archived" });
    expect((await run()).counts).toMatchObject({ orphans: 0, deleted: 0 });
    memory.clock.advance(91 * DAY_MS);
    const away = await exported(ann);
    const second = await run();
    expect(second.counts).toMatchObject({ deleted: 1, orphans: 1 });
    expect(await ann.entity("lone")).toBeNull();
    const copy = join(folder, "backups", must((await files()).sort().at(-1)));
    const asSigned = { ...takingTrusted(memory), trust: false };
    expect(await takeMemory(ann, copy, asSigned)).toMatchObject({ added: 1, signature: "own", asItIs: true });
    expect(must(await ann.entity("lone")).name, "what is gone for good is restored").toBe("Lone");
    await ann.apply(batch([{ op: "entity.delete", id: "lone" }]));
    await undoAll(ann, second.runId);
    expect(await exported(ann)).toEqual(away);
    await undoAll(ann, first.runId);
    expect(await exported(ann)).toEqual(before);
  });

  test("said again, it is heard again, with all it rested on", async () => {
    await add("ada", "Ada");
    await add("lone", "Oslo");
    await tell("tea", { status: "verified", confidence: 0.2 });
    memory.clock.advance(100 * DAY_MS);
    await run();
    expect([await statusOf("tea"), must(await ann.entity("lone")).status]).toEqual(["archived", "archived"]);
    const episode = await say(ann, "again", "Ada likes tea. Oslo is far.", {
      occurredAt: memory.clock.now(),
      conversationId: "c2",
    });
    const said = {
      subject: "Ada",
      predicate: "LIKES",
      object: "tea",
      text: "Ada likes tea.",
      quote: "Ada likes tea",
    };
    const proposal = {
      ...said,
      objectKind: "value",
      polarity: "positive",
      assertedBy: "user",
      confidence: 0.9,
      change: "none",
      validAt: null,
      invalidAt: null,
      reasoning: null,
    } as const;
    const named = { name: "Oslo", type: "city", aliases: [], summary: null };
    const turn = {
      turn: 1,
      summary: null,
      emotion: null,
      valence: null,
      importance: null,
      place: null,
      entities: [named],
      facts: [proposal],
      requests: [],
    };
    const { newId, clock } = memory;
    const context = {
      user: ann,
      newId,
      now: clock.now(),
      timeZone: "UTC",
      language: null,
      origin: "p",
      reasoning: null,
    };
    await ann.apply(await planLiveExtraction(context, episode, turn, []));
    expect(must(await ann.fact("tea"))).toMatchObject({ status: "staged", expiredAt: null, confidence: 0.9 });
    expect(must(await ann.fact("tea")).evidence.map((e) => e.episodeId)).toEqual(["e-tea", "again"]);
    expect(must(await ann.entity("lone")).status).toBe("staged");
    expect(must(await ann.episode("again")).verification.state).toBe("pending");
  });

  test("of the copies the newest stay", async () => {
    await add("ada", "Ada");
    for (let n = 0; n < 5; n++) {
      await tell(`f${n}`, { status: "staged", confidence: 0.1 });
      memory.clock.advance(100 * DAY_MS);
      await run();
    }
    expect(await files()).toHaveLength(3);
  });
});
