import { expect } from "vitest";
import type { KnownQuery, SearchKind, TextQuery, UserStore } from "../../src/ports/memory-store.ts";
import type { Fact } from "../../src/domain/model/fact.ts";
import { heldAt } from "../../src/domain/belief/validity.ts";
import { CURRENT_STATUSES, HISTORICAL_STATUSES } from "../../src/domain/model/status.ts";
import { contentWords } from "../../src/language/stems.ts";
import { DAY_MS, plusMs } from "../../src/domain/model/time.ts";
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
  search,
  tellStory,
} from "./memory-store-story.ts";
import type { Case } from "./memory-store.ts";

export function queryCases(declare: Case): void {
  declare("names are found folded, by name and by alias", async ({ ann }) => {
    await ann.apply(
      batch([
        {
          op: "entity.put",
          entity: entity("x", "Jürgen Groß", { aliases: [{ alias: "my boss", kind: "role" }] }),
        },
        { op: "entity.put", entity: entity("y", "Petra", { aliases: [{ alias: "My Boss", kind: "role" }] }) },
      ]),
    );
    const hits = await ann.entitiesByAlias(["JURGEN GROSS", "my boss", "nobody", ""]);
    expect(hits.map((h) => `${h.entity.id} ${h.alias} ${h.kind}`).sort()).toEqual([
      "x Jürgen Groß name",
      "x my boss role",
      "y My Boss role",
    ]);
    await rejects(ann.entitiesByAlias(Array.from({ length: 513 }, (_, i) => `n${i}`)), "invalid_request");
  });

  declare("facts are found by their ends, predicates, episodes and times", async ({ ann }) => {
    const said = await say(ann, "e1", "some words");
    const year = (y: number): { at: string; precision: "year" } => ({
      at: `${y}-01-01T00:00:00.000Z`,
      precision: "year",
    });
    await ann.apply(
      batch([
        ...["a", "b", "c"].map((id) => ({ op: "entity.put" as const, entity: entity(id, id) })),
        {
          op: "fact.put",
          fact: fact("ab", "a", "KNOWS", { objectId: "b", evidence: [quote(said, "some")] }),
        },
        { op: "fact.put", fact: fact("bc", "b", "LIKES", { objectId: "c", validAt: year(2016) }) },
        { op: "fact.put", fact: fact("c-old", "c", "AGE", { value: "7", status: "superseded" }) },
      ]),
    );
    const ids = async (query: Omit<Parameters<UserStore["facts"]>[0], "limit">): Promise<string[]> =>
      (await ann.facts({ ...query, limit: 9 })).map((f) => f.id).sort();
    expect(await ids({})).toEqual(["ab", "bc"]);
    expect(await ids({ entityIds: ["b"] })).toEqual(["ab", "bc"]);
    expect(await ids({ entityIds: ["b"], role: "subject" })).toEqual(["bc"]);
    expect(await ids({ entityIds: ["b"], role: "object" })).toEqual(["ab"]);
    expect(await ids({ entityIds: [] })).toEqual([]);
    expect(await ids({ predicates: ["KNOWS", "AGE"] })).toEqual(["ab"]);
    const relations = { role: "subject" as const, predicates: ["LIKES", "LIKES", "KNOWS"] };
    expect(await ids({ entityIds: ["a", "c"], ...relations })).toEqual(["ab"]);
    const asked = await ann.facts({ entityIds: ["b", "b", "a"], ...relations, limit: 2 });
    expect(asked.map((f) => f.id).sort()).toEqual(["ab", "bc"]);
    expect(await ids({ statuses: ["superseded"] })).toEqual(["c-old"]);
    expect(await ids({ episodeIds: ["e1"] })).toEqual(["ab"]);
    expect(await ids({ valid: { from: year(2016).at, to: year(2017).at } })).toEqual(["bc"]);
    expect(await ids({ valid: { from: year(2017).at } })).toEqual([]);
    expect(await ann.facts({ limit: 1 })).toHaveLength(1);
    expect((await ann.factsById(["bc", "x", "ab"])).map((f) => f.id)).toEqual(["bc", "ab"]);
    expect((await ann.entitiesById(["c", "x", "a"])).map((e) => e.id)).toEqual(["c", "a"]);
  });

  declare("world time and system time are half-open and independent", async ({ ann }) => {
    const at = (y: number): string => `${y}-01-01T00:00:00.000Z`;
    const point = (y: number): { at: string; precision: "year" } => ({ at: at(y), precision: "year" });
    const lives = (id: string, city: string, more: object): ReturnType<typeof fact> =>
      fact(id, "p", "LIVES_IN", { value: city, ...more });
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("p", "Paul") },
        // Known since 2018; in 2022 it became known that it had ended in 2020.
        {
          op: "fact.put",
          fact: lives("rome", "Rome", {
            validAt: point(2015),
            invalidAt: point(2020),
            createdAt: at(2018),
            expiredAt: at(2022),
            status: "superseded",
          }),
        },
        {
          op: "fact.put",
          fact: lives("oslo", "Oslo", { validAt: point(2020), createdAt: at(2022), status: "verified" }),
        },
        {
          op: "fact.put",
          fact: lives("wrong", "Nowhere", { createdAt: at(2018), expiredAt: at(2019), status: "corrected" }),
        },
      ]),
    );
    const ids = async (query: { asOf?: string; knownAt?: string }): Promise<string[]> =>
      (await ann.facts({ ...query, entityIds: ["p"], limit: 9 })).map((f) => f.id).sort();
    expect(await ids({})).toEqual(["oslo"]);
    expect(await ids({ asOf: at(2015) })).toEqual(["rome"]);
    expect(await ids({ asOf: at(2019) })).toEqual(["rome"]);
    expect(await ids({ asOf: at(2020) })).toEqual(["oslo"]);
    expect(await ids({ asOf: at(2014) })).toEqual([]);
    expect(await ids({ knownAt: at(2018) })).toEqual(["rome", "wrong"]);
    expect(await ids({ knownAt: at(2019) })).toEqual(["rome"]);
    expect(await ids({ knownAt: at(2022) })).toEqual(["oslo"]);
    expect(await ids({ asOf: at(2021), knownAt: at(2021) })).toEqual(["rome"]);
  });

  declare("the facts that join entities are counted, around one or overall", async ({ ann, bob }) => {
    const self = (await ann.self()).id;
    const known = { validAt: { at: "2001-03-01T00:00:00.000Z", precision: "day" as const } };
    const joins = [
      fact("f1", "p", "KNOWS", { objectId: "q", ...known }),
      fact("f2", "q", "KNOWS", { objectId: "p" }),
      fact("f3", "p", "KNOWS", { objectId: self }),
      fact("f4", "p", "KNOWS", { objectId: "p" }),
      fact("f5", "r", "KNOWS", { objectId: "p", status: "corrected" }),
      fact("f6", "p", "PLAYS", { value: "chess" }),
    ];
    await ann.apply(
      batch([
        ...["p", "q", "r"].map((id) => ({ op: "entity.put" as const, entity: entity(id, `Name ${id}`) })),
        ...joins.map((one) => ({ op: "fact.put" as const, fact: one })),
      ]),
    );
    const counted = async (query: object): Promise<[string[], number]> => {
      const all = { first: self, degreeMin: 1, limit: 9, ...query };
      const { degrees, total } = await ann.degrees(all);
      return [degrees.map(({ id, degree }) => `${id === self ? "self" : id} ${degree}`), total];
    };
    expect(await counted({})).toEqual([["self 1", "p 4", "q 2"], 3]);
    expect(await counted({ degreeMin: 3 })).toEqual([["self 1", "p 4"], 2]);
    expect(await counted({ limit: 2 })).toEqual([["self 1", "p 4"], 3]);
    expect(await counted({ first: "q", entityId: "q" })).toEqual([["q 2", "p 2"], 2]);
    expect(await counted({ first: "r", entityId: "r" })).toEqual([[], 0]);
    expect(await counted({ asOf: "2002-01-01T00:00:00.000Z" })).toEqual([["p 1", "q 1"], 2]);
    expect(await bob.degrees({ first: "p", degreeMin: 0, limit: 9 })).toEqual({ degrees: [], total: 0 });

    const both = { role: "both" as const, joining: true, limit: 9 };
    const between = async (entityIds: string[]): Promise<string[]> =>
      (await ann.facts({ ...both, entityIds })).map(({ id }) => id).sort();
    expect(await between(["p", "q"])).toEqual(["f1", "f2", "f4"]);
    expect(await between(["p"])).toEqual(["f4"]);
    expect(await between(["q", self])).toEqual([]);
  });

  declare(
    "without a date a fact counts from when it was first said, until it was closed",
    async ({ ann }) => {
      const on = (month: string): string => `2026-${month}-01T00:00:00.000Z`;
      const first = await say(ann, "first", "Paul plays chess.", { occurredAt: on("03") });
      const again = await say(ann, "again", "Paul plays chess.", { occurredAt: on("05") });
      const evidence = [again, first].map((turn) => quote(turn, "Paul plays chess"));
      const over = { status: "superseded" as const, expiredAt: on("07") };
      const facts = [
        fact("said", "p", "PLAYS", { value: "chess", evidence, createdAt: on("09") }),
        fact("stated", "p", "LIVES_IN", { value: "Rome", createdAt: on("05") }),
        fact("closed", "p", "WORKS_AT", { value: "Acme", evidence, createdAt: on("05"), ...over }),
      ];
      await ann.apply(
        batch([
          { op: "entity.put", entity: entity("p", "Paul") },
          ...facts.map((one) => ({ op: "fact.put" as const, fact: one })),
        ]),
      );
      const ids = (found: readonly Fact[]): string[] => found.map(({ id }) => id).sort();
      const near = { names: [], entityIds: ["p"], self: false, around: 0, depth: 1 };
      const moments = ["02", "03", "05", "06", "07"].flatMap((month) => [
        { asOf: on(month) },
        { asOf: on(month), knownAt: on("06") },
      ]);
      for (const moment of moments) {
        const held = ids(facts.filter((one) => heldAt(one, moment)));
        const query = { ...moment, statuses: HISTORICAL_STATUSES, limit: 9 };
        const told = JSON.stringify(moment);
        expect(ids(await ann.facts({ ...query, entityIds: ["p"] })), told).toEqual(held);
        expect(ids((await ann.factPage(query)).items), told).toEqual(held);
        expect(ids((await ann.known({ ...near, ...query })).facts), told).toEqual(held);
        const { items } = await ann.entityPage({ ...moment, limit: 9 });
        expect(
          items.some(({ id }) => id === "p"),
          told,
        ).toBe(held.length > 0);
      }
      expect(facts.map((one) => heldAt(one, { asOf: on("03") }))).toEqual([true, false, true]);
      expect(facts.map((one) => heldAt(one, { asOf: on("07") }))).toEqual([true, true, false]);
    },
  );

  declare(
    "what is around is as many facts away as asked, at most, either way round, by facts that stand",
    async ({ ann }) => {
      const link = (
        from: string,
        to: string,
        status: "staged" | "archived" = "staged",
      ): Parameters<typeof batch>[0][number] => ({
        op: "fact.put",
        fact: fact(`${from}${to}`, from, "KNOWS", { objectId: to, status }),
      });
      await ann.apply(
        batch([
          ...["a", "b", "c", "d", "x"].map((id) => ({ op: "entity.put" as const, entity: entity(id, id) })),
          link("a", "b"),
          link("c", "b"),
          link("c", "d"),
          link("d", "a", "archived"),
          link("a", "x", "archived"),
          ...["b", "d", "x"].map((id) => ({
            op: "fact.put" as const,
            fact: fact(`${id}v`, id, "LIKES", { value: "chess" }),
          })),
        ]),
      );
      const around = async (limit: number, depth = 2): Promise<string[]> => {
        const asked = {
          names: ["a"],
          self: false,
          statuses: CURRENT_STATUSES,
          limit: 9,
          around: limit,
          depth,
        };
        const found = await ann.known(asked);
        return found.around.map(({ fact: { id }, distance }) => `${id}${distance}`).sort();
      };
      expect(await around(99)).toEqual(["bv1", "cb2", "cd2"]);
      expect(await around(99, 1)).toEqual(["bv1"]);
      expect(await around(99, 3)).toEqual(["bv1", "cb2", "cd2", "dv3"]);
      expect(await around(1)).toEqual(["bv1"]);
      expect(await around(0)).toEqual([]);
    },
  );

  declare(
    "what names mean comes with what is known of it and, with its distance, around it",
    async ({ ann }) => {
      const self = (await ann.self()).id;
      const tell = (id: string, from: string, more: Partial<Fact>): Parameters<typeof batch>[0][number] => ({
        op: "fact.put",
        fact: fact(id, from, "KNOWS", more),
      });
      await ann.apply(
        batch([
          ...["a", "b", "c"].map((id) => ({ op: "entity.put" as const, entity: entity(id, id) })),
          { op: "entity.put", entity: entity("far", "far") },
          { op: "entity.put", entity: entity("gone", "Archived", { status: "archived" }) },
          { op: "entity.alias", id: "a", alias: { alias: "First letter", kind: "name" } },
          tell("own", self, { objectId: "a" }),
          tell("mine", self, { objectId: "far" }),
          tell("far", "far", { value: "another of the user's" }),
          tell("ab", "a", { objectId: "b" }),
          tell("bc", "b", { objectId: "c" }),
          tell("b", "b", { value: "chess", status: "archived" }),
          tell("c", "c", { value: "tennis", createdAt: "2030-01-01T00:00:00.000Z" }),
        ]),
      );
      const known = async (names: string[], more: Partial<KnownQuery> = {}) => {
        const asked = {
          names,
          self: false,
          statuses: CURRENT_STATUSES,
          limit: 9,
          around: 9,
          depth: 2,
          ...more,
        };
        const { entityIds, facts, around } = await ann.known(asked);
        const near = around.map(({ fact: { id }, distance }) => `${id}${distance}`);
        return { entityIds: entityIds.sort(), facts: facts.map(({ id }) => id).sort(), around: near.sort() };
      };
      const ofA = { entityIds: ["a"], facts: ["ab", "own"], around: ["bc1", "c2"] };
      expect(await known(["a"])).toEqual(ofA);
      expect(await known(["first letter", "nobody"])).toEqual(ofA);
      expect(await known(["a"], { around: 0 })).toEqual({ ...ofA, around: [] });
      expect((await known(["a"], { around: 1 })).around).toEqual(["bc1"]);
      expect((await known(["a"], { limit: 1 })).facts).toHaveLength(1);
      expect((await known(["a"], { knownAt: "2029-01-01T00:00:00.000Z" })).around).toEqual(["bc1"]);
      expect((await known(["b"], { statuses: ["archived"] })).facts).toEqual(["b"]);
      expect((await known(["a", "b"])).around).toEqual(["c1"]);
      expect(await known(["i", "archived"])).toEqual({ entityIds: [], facts: [], around: [] });
      const ofSelf = { entityIds: [], facts: ["mine", "own"], around: [] };
      expect(await known(["i"], { self: true })).toEqual(ofSelf);
      expect(await known([], { self: true })).toEqual(ofSelf);
      expect(await known([], { entityIds: ["a", "gone", "nowhere"] })).toEqual(ofA);
      expect(await known(["a"], { entityIds: ["a"] })).toEqual(ofA);
      expect((await known([], { entityIds: [self] })).entityIds).toEqual([self]);
      expect((await known([], { entityIds: [self] })).facts).toEqual(["mine", "own"]);
      expect(await known([])).toEqual({ entityIds: [], facts: [], around: [] });
    },
  );

  declare("statistics count what there is", async ({ ann }) => {
    await tellStory(ann, "a");
    expect(await ann.stats()).toEqual({
      episodes: 2,
      conversations: 1,
      entities: { staged: 2, verified: 1 },
      facts: { staged: 3 },
      rejections: { no_evidence: 1 },
      types: expect.arrayContaining([
        { type: "person", count: 2 },
        { type: "city", count: 1 },
      ]),
      predicates: expect.arrayContaining([{ predicate: "LIVES_IN", count: 1 }]),
      pending: { extraction: 2, verification: 0 },
    });
  });
}

export function searchCases(declare: Case): void {
  declare("words are found by stem in every kind", async ({ ann }) => {
    const { ids, facts } = await tellStory(ann, "a");
    const found = async (terms: string[], more: Partial<TextQuery> = {}): Promise<string[]> =>
      (await ann.search(search(terms, more))).map((hit) => hit.id).sort();
    expect(await found(["lisbon"])).toEqual([facts.city, ids.lisbon, ids.sister].sort());
    expect(await found(["nurses"])).toEqual([facts.job, ids.work].sort());
    expect(await found(["greeting"], { kinds: ["reply"] })).toEqual([ids.sister]);
    expect(await found(["lisbon", "nurse"], { kinds: ["episode"] })).toEqual([ids.sister, ids.work].sort());
    expect(await found(["lisbon"], { kinds: ["fact"], statuses: ["verified"] })).toEqual([]);
    expect(await found(["unheard"])).toEqual([]);
    expect(await found([])).toEqual([]);
    const spellings = Array.from({ length: 999 }, (_, n) => `lisb${n}n`);
    expect(await found(["lisbon", ...spellings], { kinds: ["fact"] })).toEqual([facts.city]);
    await rejects(ann.search(search(["one", "more", ...spellings])), "invalid_request");
    const hits = await ann.search(search(["lisbon"]));
    expect(hits.every((hit) => hit.score > 0)).toBe(true);
  });

  declare("more of the query is a better hit", async ({ ann }) => {
    for (let i = 0; i < 30; i++) await say(ann, `filler${i}`, `filler text number ${i}`);
    await say(ann, "one", "an orange boat");
    await say(ann, "both", "an orange umbrella");
    const hits = await ann.search(search(["orange", "umbrella"], { kinds: ["episode"] }));
    expect(hits.map((hit) => hit.id)).toEqual(["both", "one"]);
    expect(must(hits[0]).score).toBeGreaterThan(must(hits[1]).score);
    expect(await ann.search(search(["filler"], { limit: 7, kinds: ["episode"] }))).toHaveLength(7);
  });

  declare(
    "turns of a dialogue come with those beside them, also when they were found otherwise",
    async ({ ann }) => {
      const turns = ["a kite on the beach", "lovely", "and then", "we", "left", "for the station"];
      for (const [i, userMessage] of turns.entries()) {
        const speaker = i % 2 === 0 ? "Ida" : "Jo";
        await ann.openEpisode(newEpisode(`t${i}`, { userMessage, speaker, createConversation: i === 0 }));
      }
      const asked = search(["kite"], { kinds: ["dialogue"] });
      const found = async (more: Partial<TextQuery>): Promise<string[]> =>
        (await ann.search({ ...asked, ...more })).map(({ id, score }) => `${id} ${score > 0}`).sort();
      expect(await found({})).toEqual(["t0 true", "t1 false", "t2 false"]);
      expect(await found({ besides: ["t5"] })).toEqual([
        "t0 true",
        "t1 false",
        "t2 false",
        "t3 false",
        "t4 false",
        "t5 false",
      ]);
      expect(await found({ terms: ["unheard"], besides: ["t0"], notEpisodeIds: ["t1"] })).toEqual([
        "t0 false",
        "t2 false",
      ]);
    },
  );

  declare("letters with marks and ß are found plain", async ({ ann }) => {
    await say(ann, "e1", "Die Müllerstraße in Köln, café");
    for (const term of ["mullerstrasse", "koln", "cafe"]) {
      expect((await ann.search(search([term]))).map((hit) => hit.id)).toEqual(["e1"]);
    }
  });

  declare("words are found by how they begin", async ({ ann }) => {
    await say(ann, "e1", "월세는 55만원이야");
    await say(ann, "e2", "Koirani nimi on Rekku");
    for (const [term, id] of [
      ["월세*", "e1"],
      ["koira*", "e2"],
    ] as const) {
      expect((await ann.search(search([term, "nothing*"]))).map((hit) => hit.id)).toEqual([id]);
      expect(await ann.search(search([term.slice(0, -1)]))).toEqual([]);
    }
  });

  /** Each told in a sentence where other words stand around what is asked for. */
  const UNSPACED = [
    { told: "我养了一只叫豆豆的猫", asks: "我的猫叫什么？", name: "豆豆" },
    { told: "妹の花子は大阪に住んでいます", asks: "妹はどこに住んでいますか？", name: "花子" },
    { told: "น้องสาวของฉันชื่อมาลีอาศัยอยู่ที่เชียงใหม่", asks: "น้องสาวของฉันอยู่ที่ไหน", name: "มาลี" },
    { told: "ສາວຊື່ບຸນມີຢູ່ວຽງຈັນ", asks: "ບຸນມີຢູ່ໃສ", name: "ບຸນມີ" },
    { told: "ខ្ញុំឈ្មោះសុខារស់នៅភ្នំពេញ", asks: "តើសុខារស់នៅឯណា", name: "សុខា" },
    { told: "မမြင့်က ရန်ကုန်မှာ နေတယ်", asks: "မမြင့်က ဘယ်မှာ နေလဲ", name: "မမြင့်" },
  ];

  declare("words are found in scripts that put no spaces between them", async ({ ann, bob }) => {
    const self = await ann.self();
    for (const [i, { told, name }] of UNSPACED.entries()) {
      await say(ann, `said${i}`, told);
      await say(ann, `answered${i}`, "...", { reply: told });
      await ann.apply(
        batch([
          { op: "entity.put", entity: entity(`named${i}`, name) },
          { op: "fact.put", fact: fact(`fact${i}`, self.id, "KNOWS", { value: "x", text: told }) },
        ]),
      );
    }
    const best = async (kind: SearchKind, text: string): Promise<string | undefined> =>
      (await ann.search(search(contentWords(text), { kinds: [kind] })))[0]?.id;
    for (const [i, { asks, name }] of UNSPACED.entries()) {
      expect(await best("episode", asks), asks).toBe(`said${i}`);
      expect(await best("reply", asks), asks).toBe(`answered${i}`);
      expect(await best("fact", asks), asks).toBe(`fact${i}`);
      expect(await best("entity", name), name).toBe(`named${i}`);
      expect((await bob.search(search(contentWords(asks)))).length).toBe(0);
    }
  });

  declare("lists are searched by any part of a text without spaces", async ({ ann }) => {
    const self = await ann.self();
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("lake", "ทะเลสาบสงขลา") },
        { op: "fact.put", fact: fact("job", self.id, "WORKS_AS", { value: "软件工程师" }) },
      ]),
    );
    expect((await ann.entityPage({ q: "เลสาบสง", limit: 9 })).items.map(({ id }) => id)).toEqual(["lake"]);
    expect((await ann.factPage({ words: "件工程", limit: 9 })).items.map(({ id }) => id)).toEqual(["job"]);
  });

  declare("nothing a user types is query syntax", async ({ ann }) => {
    await say(ann, "e1", "plain words about OR and NEAR things");
    for (const term of [
      '"',
      "words*",
      "text:words",
      "a AND",
      "(",
      "NEAR(",
      "-",
      "^words",
      "u1",
      "'; DROP TABLE x",
      "\\",
      "\u0000",
      "*:*",
      "~",
    ]) {
      await expect(ann.search(search([term]))).resolves.toBeInstanceOf(Array);
    }
    expect((await ann.search(search(["or", "near"]))).map((hit) => hit.id)).toEqual(["e1"]);
    expect((await ann.search(search(['"', "plain"]))).map((hit) => hit.id)).toEqual(["e1"]);
  });

  declare("episodes are filtered by conversation, time and id", async ({ ann }) => {
    await say(ann, "e1", "apples", { conversationId: "a" });
    await say(ann, "e2", "apples", { conversationId: "b", occurredAt: plusMs(START, DAY_MS) });
    const found = async (more: Partial<TextQuery>): Promise<string[]> =>
      (await ann.search(search(["apples"], more))).map((hit) => hit.id).sort();
    expect(await found({})).toEqual(["e1", "e2"]);
    expect(await found({ conversationIds: ["b"] })).toEqual(["e2"]);
    expect(await found({ conversationIds: ["b", "a", "nowhere"] })).toEqual(["e1", "e2"]);
    expect(await found({ conversationIds: [] })).toEqual([]);
    expect(await found({ notEpisodeIds: ["e2"] })).toEqual(["e1"]);
    expect(await found({ occurred: { to: plusMs(START, DAY_MS) } })).toEqual(["e1"]);
    expect(await found({ occurred: { from: plusMs(START, DAY_MS) } })).toEqual(["e2"]);
  });

  declare("what was said off the record is not found", async ({ ann }) => {
    await say(ann, "off", "secret pineapple", { memory: "off", reply: "pineapple" });
    await say(ann, "read", "secret pineapple", { memory: "read" });
    await say(ann, "on", "secret pineapple");
    expect((await ann.search(search(["pineapple"]))).map((hit) => hit.id)).toEqual(["on"]);
    expect((await ann.stats()).pending.extraction).toBe(1);
  });

  declare("a renamed entity is found by its new name, and so are its facts", async ({ ann }) => {
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("x", "Zanzibar") },
        { op: "entity.put", entity: entity("y", "Kim") },
        { op: "fact.put", fact: fact("f", "y", "VISITED", { objectId: "x", text: "She was there." }) },
      ]),
    );
    expect((await ann.search(search(["zanzibar"]))).map((h) => h.id).sort()).toEqual(["f", "x"]);
    await ann.apply(batch([{ op: "entity.patch", id: "x", set: { name: "Pemba" } }]));
    expect((await ann.search(search(["pemba"]))).map((h) => h.id).sort()).toEqual(["f", "x"]);
    expect(await ann.search(search(["zanzibar"]))).toEqual([]);
  });

  declare("a fact is found by other words for it, until its sentence is another", async ({ ann, clock }) => {
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("x", "Kim") },
        { op: "fact.put", fact: fact("f", "x", "PLAYS", { value: "oboe", text: "Kim plays the oboe." }) },
        { op: "fact.put", fact: fact("g", "x", "OWNS", { value: "cat", text: "Kim has a cat." }) },
      ]),
    );
    const patch = (set: Partial<Fact>) => ann.apply(batch([{ op: "fact.patch", id: "f", set }]));
    const found = async (): Promise<string[]> => (await ann.search(search(["instrument"]))).map((h) => h.id);
    const unexpanded = async (): Promise<string[]> =>
      (await ann.facts({ unexpanded: true, limit: 9 })).map(({ id }) => id).sort();
    expect(await unexpanded()).toEqual(["f", "g"]);
    const { changeIds } = await patch({ confidence: 0.9 });
    await patch({ expansion: "instrument, music" });
    expect([await found(), await unexpanded()]).toEqual([["f"], ["g"]]);
    await ann.apply(batch([{ op: "entity.patch", id: "x", set: { name: "Kit" } }]));
    expect(await found()).toEqual(["f"]);
    // They are derived: no change is logged, and what was decided before them can still be undone.
    expect((await ann.changePage({ limit: 9, targetId: "f" })).items).toHaveLength(2);
    await ann.undo(must(changeIds[0]));
    expect(await unexpanded()).toEqual(["f", "g"]);
    await patch({ expansion: "instrument" });
    await patch({ text: "Kim plays in a band." });
    expect([await found(), await unexpanded()]).toEqual([[], ["f", "g"]]);
    await patch({ expansion: "instrument" });
    // What is forgotten may have shown the model what to call the rest.
    await ann.forget({ factId: "g" }, clock.advance(DAY_MS));
    expect([await found(), await unexpanded()]).toEqual([[], ["f"]]);
  });
}
