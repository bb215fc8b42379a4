import { expect } from "vitest";
import { DAY_MS, plusMs } from "../../src/domain/model/time.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import {
  START,
  batch,
  dump,
  entity,
  fact,
  must,
  quote,
  rejection,
  rejects,
  say,
  search,
} from "./memory-store-story.ts";
import type { Case } from "./memory-store.ts";

export function batchCases(declare: Case): void {
  declare("entities are put, patched, given names and deleted", async ({ ann }) => {
    const full = entity("x", "Berlin", {
      type: "city",
      aliases: [{ alias: "the capital", kind: "role" }],
      summary: "A city.",
      properties: { people: 3_700_000, big: true, river: "Spree" },
      externalKeys: [{ system: "wikidata", id: "Q64" }],
      confidence: 0.25,
      mentionCount: 3,
    });
    await ann.apply(batch([{ op: "entity.put", entity: full }]));
    expect(await ann.entity("x")).toEqual(full);
    await ann.apply(
      batch([
        {
          op: "entity.patch",
          id: "x",
          set: { status: "verified", mentionCount: 4, properties: { big: false } },
        },
        { op: "entity.alias", id: "x", alias: { alias: "Spree-Athen", kind: "nickname" } },
        { op: "entity.alias", id: "x", alias: { alias: "THE CAPITAL", kind: "name" } },
      ]),
    );
    const patched = {
      ...full,
      status: "verified",
      mentionCount: 4,
      properties: { big: false },
      aliases: [...full.aliases, { alias: "Spree-Athen", kind: "nickname" }],
    };
    expect(await ann.entity("x")).toEqual(patched);
    await ann.apply(batch([{ op: "entity.delete", id: "x" }]));
    expect(await ann.entity("x")).toBeNull();
    expect(await ann.entitiesByAlias(["Berlin", "the capital"])).toEqual([]);
  });

  declare("putting again changes nothing and logs nothing", async ({ ann }) => {
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("x", "Berlin") },
        { op: "fact.put", fact: fact("f", "x", "P") },
      ]),
    );
    const again = await ann.apply(
      batch([
        { op: "entity.put", entity: entity("x", "Hamburg") },
        { op: "fact.put", fact: fact("f", "x", "Q") },
        { op: "entity.patch", id: "x", set: { name: "Berlin" } },
        { op: "fact.delete", id: "unknown" },
      ]),
    );
    expect(again).toEqual({ applied: true, changeIds: [], blocked: [] });
    expect((await ann.entity("x"))?.name).toBe("Berlin");
    expect((await ann.fact("f"))?.predicate).toBe("P");
  });

  declare("facts are put, patched, given evidence and deleted", async ({ ann }) => {
    const said = await say(ann, "e1", "I like tea. Green tea!", { reply: "Tea it is." });
    const self = await ann.self();
    const full = fact("f", self.id, "LIKES", {
      value: "tea",
      text: "The user likes tea.",
      polarity: "negative",
      validAt: { at: "2016-01-01T00:00:00.000Z", precision: "year" },
      invalidAt: { at: "2020-05-01T00:00:00.000Z", precision: "month" },
      expiredAt: plusMs(START, DAY_MS),
      supersedes: "older",
      change: "update",
      origin: "extract@3",
      evidence: [quote(said, "I like tea")],
    });
    await ann.apply(batch([{ op: "fact.put", fact: full }]));
    expect(await ann.fact("f")).toEqual(full);
    const more = [
      quote(said, "Green tea"),
      quote(said, "Tea it is", { part: "assistant", assertedBy: "assistant" }),
    ];
    await ann.apply(
      batch([
        { op: "fact.patch", id: "f", set: { status: "verified", invalidAt: null, confidence: 0.9 } },
        { op: "fact.evidence", id: "f", evidence: [quote(said, "I like tea"), ...more] },
      ]),
    );
    expect(await ann.fact("f")).toEqual({
      ...full,
      status: "verified",
      invalidAt: null,
      confidence: 0.9,
      evidence: [...full.evidence, ...more],
    });
    await ann.apply(batch([{ op: "fact.delete", id: "f" }]));
    expect(await ann.fact("f")).toBeNull();
    expect(await ann.facts({ episodeIds: ["e1"], limit: 9 })).toEqual([]);
  });

  declare("a fact needs both its ends, one object and its evidence", async ({ ann }) => {
    await ann.apply(batch([{ op: "entity.put", entity: entity("x", "X") }]));
    const said = await say(ann, "e1", "hello");
    const bad = [
      fact("f", "nobody", "P"),
      fact("f", "x", "P", { objectId: "nobody" }),
      fact("f", "x", "P", { value: null }),
      fact("f", "x", "P", { objectId: "x", value: "both" }),
      fact("f", "x", "P", { evidence: [quote(said, "hello", { episodeId: "no-such-episode" })] }),
    ];
    for (const one of bad) await rejects(ann.apply(batch([{ op: "fact.put", fact: one }])), "conflict");
    await ann.apply(batch([{ op: "fact.put", fact: fact("f", "x", "P") }]));
    await rejects(
      ann.apply(batch([{ op: "fact.patch", id: "f", set: { subjectId: "nobody" } }])),
      "conflict",
    );
    await rejects(ann.apply(batch([{ op: "entity.delete", id: "x" }])), "conflict");
    expect(await ann.fact("f")).toEqual(fact("f", "x", "P"));
  });

  declare("a batch whose third step fails leaves nothing", async ({ ann }) => {
    await say(ann, "e1", "hello");
    const before = await dump(ann);
    await rejects(
      ann.apply(
        batch(
          [
            { op: "entity.put", entity: entity("x", "Unique") },
            { op: "episode.patch", id: "e1", set: { summary: "changed" } },
            { op: "fact.put", fact: fact("f", "nobody", "P") },
            { op: "rejection.put", rejection: rejection("r") },
          ],
          { once: "o" },
        ),
      ),
      "conflict",
    );
    expect(await dump(ann)).toEqual(before);
    expect(await ann.search(search(["unique", "changed"]))).toEqual([]);
    const retry = await ann.apply(
      batch([{ op: "entity.put", entity: entity("x", "Unique") }], { once: "o" }),
    );
    expect(retry.applied).toBe(true);
  });

  declare("`once` lets a batch through once per user", async ({ ann, bob }) => {
    const put = batch([{ op: "entity.put", entity: entity("x", "X") }], { once: "k" });
    expect((await ann.apply(put)).applied).toBe(true);
    const other = batch([{ op: "entity.put", entity: entity("y", "Y") }], { once: "k" });
    expect(await ann.apply(other)).toEqual({ applied: false, changeIds: [], blocked: [] });
    expect(await ann.entity("y")).toBeNull();
    expect(
      (await bob.apply({ ...other, mutations: [{ op: "entity.put", entity: entity("z", "Z") }] })).applied,
    ).toBe(true);
  });

  declare("`expect` holds a batch back whose episode moved on", async ({ ann }) => {
    await say(ann, "e1", "hello");
    const put = (id: string): Parameters<typeof batch>[0] => [
      { op: "entity.put", entity: entity(id, id) },
      { op: "episode.patch", id: "e1", set: { extraction: { state: "done", attempts: 1, error: null } } },
    ];
    const pending = { episodeId: "e1", extraction: "pending" as const };
    expect((await ann.apply(batch(put("x"), { expect: pending, once: "a" }))).applied).toBe(true);
    expect((await ann.apply(batch(put("y"), { expect: pending, once: "b" }))).applied).toBe(false);
    expect((await ann.apply(batch(put("y"), { expect: { episodeId: "gone" } }))).applied).toBe(false);
    expect(
      (await ann.apply(batch(put("y"), { expect: { episodeId: "e1", verification: "pending" } }))).applied,
    ).toBe(false);
    expect(await ann.entity("y")).toBeNull();
    // A batch that was held back has not used up its key.
    expect((await ann.apply(batch(put("y"), { once: "b" }))).applied).toBe(true);
  });

  declare("`expect` holds a batch back when somebody bears the name by now", async ({ ann, bob }) => {
    await say(ann, "e1", "hello");
    const aliases = [{ alias: "the capital", kind: "role" as const }];
    await ann.apply(batch([{ op: "entity.put", entity: entity("x", "Köln", { aliases }) }]));
    const put = (id: string, ...unknownNames: string[]) =>
      batch([{ op: "entity.put", entity: entity(id, id) }], { expect: { episodeId: "e1", unknownNames } });
    expect((await ann.apply(put("a", "berlin", "koln"))).applied).toBe(false);
    expect((await ann.apply(put("a", "the capital"))).applied).toBe(false);
    expect((await ann.apply(put("a", "berlin"))).applied).toBe(true);
    await say(bob, "e1", "hello");
    expect((await bob.apply(put("b", "koln"))).applied).toBe(true);
    // What was merged is known under its survivor's names.
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("y", "Colonia") },
        { op: "entity.patch", id: "y", set: { mergedInto: "x", status: "archived" } },
      ]),
    );
    expect((await ann.apply(put("c", "colonia"))).applied).toBe(true);
  });

  declare("mentions are kept once; unknown ends are left out", async ({ ann }) => {
    await say(ann, "e1", "Berlin, Berlin");
    const mention = { op: "mention.put" as const, episodeId: "e1", entityId: "x", start: 0, end: 6 };
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("x", "Berlin") },
        mention,
        mention,
        { ...mention, start: 8, end: 14 },
        { ...mention, episodeId: "unknown" },
        { ...mention, entityId: "unknown" },
      ]),
    );
    const where = { episodeId: "e1", entityId: "x" };
    expect(await ann.mentions(["e1", "unknown"])).toEqual([
      { ...where, start: 0, end: 6 },
      { ...where, start: 8, end: 14 },
    ]);
  });

  declare("parallel batches of one user do not mix", async ({ ann }) => {
    await ann.apply(batch([{ op: "entity.put", entity: entity("x", "X", { mentionCount: 0 }) }]));
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        ann.apply(
          batch([
            { op: "fact.put", fact: fact(`f${i}`, "x", "P", { value: `v${i}` }) },
            { op: "entity.alias", id: "x", alias: { alias: `name ${i}`, kind: "nickname" } },
          ]),
        ),
      ),
    );
    expect(results.every((r) => r.applied && r.changeIds.length === 2)).toBe(true);
    expect((await ann.entity("x"))?.aliases).toHaveLength(20);
    expect((await ann.stats()).facts).toEqual({ staged: 20 });
  });
}

export function undoCases(declare: Case): void {
  const prepare = async (ann: UserStore): Promise<void> => {
    const said = await say(ann, "e1", "Kim likes tea and coffee");
    await ann.apply(
      batch([
        {
          op: "entity.put",
          entity: entity("kim", "Kim", { aliases: [{ alias: "Kimmy", kind: "nickname" }] }),
        },
        { op: "entity.put", entity: entity("lone", "Lone") },
        { op: "mention.put", episodeId: "e1", entityId: "lone", start: 0, end: 3 },
        {
          op: "fact.put",
          fact: fact("f", "kim", "LIKES", { value: "tea", evidence: [quote(said, "likes tea")] }),
        },
      ]),
    );
  };
  const read = async (ann: UserStore): Promise<unknown> => ({
    kim: await ann.entity("kim"),
    lone: await ann.entity("lone"),
    other: await ann.entity("new"),
    fact: await ann.fact("f"),
    otherFact: await ann.fact("g"),
    mentions: await ann.mentions(["e1"]),
    found: (await ann.search(search(["kim", "lone", "tea", "zebra"]))).map((hit) => hit.id).sort(),
  });

  const kinds: [string, Parameters<typeof batch>[0][number]][] = [
    ["entity.put", { op: "entity.put", entity: entity("new", "zebra") }],
    ["entity.patch", { op: "entity.patch", id: "kim", set: { name: "zebra", status: "verified" } }],
    ["entity.alias", { op: "entity.alias", id: "kim", alias: { alias: "zebra", kind: "nickname" } }],
    ["entity.delete", { op: "entity.delete", id: "lone" }],
    ["fact.put", { op: "fact.put", fact: fact("g", "kim", "LIKES", { value: "zebra" }) }],
    ["fact.patch", { op: "fact.patch", id: "f", set: { status: "verified", value: "zebra", confidence: 1 } }],
    [
      "fact.evidence",
      {
        op: "fact.evidence",
        id: "f",
        evidence: [
          {
            episodeId: "e1",
            part: "user",
            start: 18,
            end: 24,
            quote: "coffee",
            assertedBy: "user",
            occurredAt: START,
          },
        ],
      },
    ],
    ["fact.delete", { op: "fact.delete", id: "f" }],
  ];
  for (const [kind, mutation] of kinds) {
    declare(`${kind} is logged, undone, and done again`, async ({ ann, clock }) => {
      await prepare(ann);
      const before = await read(ann);
      clock.advance(1_000);
      const { changeIds } = await ann.apply(
        batch([mutation], { actor: "user", reason: "why", runId: "run" }),
      );
      expect(changeIds).toHaveLength(1);
      const after = await read(ann);
      expect(after).not.toEqual(before);
      const id = must(changeIds[0]);
      const change = must(await ann.change(id));
      expect(change).toMatchObject({
        id,
        at: clock.now(),
        actor: "user",
        reason: "why",
        runId: "run",
        undone: false,
      });
      const undone = await ann.undo(id);
      expect(undone).toMatchObject({
        actor: "undo",
        before: change.after,
        after: change.before,
        targetId: change.targetId,
      });
      expect(await read(ann)).toEqual(before);
      expect((await ann.change(id))?.undone).toBe(true);
      await rejects(ann.undo(id), "conflict");
      await ann.undo(undone.id);
      expect({ ...(after as object), mentions: null }).toEqual({
        ...((await read(ann)) as object),
        mentions: null,
      });
    });
  }

  declare("what was changed later is not undone", async ({ ann }) => {
    await prepare(ann);
    const { changeIds } = await ann.apply(batch([{ op: "fact.patch", id: "f", set: { confidence: 0.1 } }]));
    await ann.apply(batch([{ op: "fact.patch", id: "f", set: { status: "verified" } }]));
    await rejects(ann.undo(must(changeIds[0])), "conflict");
    expect(await ann.fact("f")).toMatchObject({ confidence: 0.1, status: "verified" });
    await rejects(ann.undo("unknown"), "not_found");
    expect(await ann.change("unknown")).toBeNull();
  });

  declare("an entity that facts name cannot be undone away", async ({ ann }) => {
    const { changeIds } = await ann.apply(batch([{ op: "entity.put", entity: entity("x", "X") }]));
    await ann.apply(batch([{ op: "fact.put", fact: fact("f", "x", "P") }]));
    await rejects(ann.undo(must(changeIds[0])), "conflict");
    expect((await ann.entity("x"))?.name).toBe("X");
    expect((await ann.change(must(changeIds[0])))?.undone).toBe(false);
  });

  declare("the log holds what stood before and after", async ({ ann }) => {
    await prepare(ann);
    const before = await ann.fact("f");
    await ann.apply(batch([{ op: "fact.patch", id: "f", set: { status: "verified" } }]));
    const [change] = (await ann.changePage({ limit: 1, targetId: "f" })).items;
    expect(change).toMatchObject({ kind: "fact", before, after: { ...before, status: "verified" } });
  });
}
