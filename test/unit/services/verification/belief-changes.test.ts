import { describe, expect, test } from "vitest";
import { isHighStakes } from "../../../../src/domain/belief/stakes.ts";
import type { Entity } from "../../../../src/domain/model/entity.ts";
import type { Fact } from "../../../../src/domain/model/fact.ts";
import type { Mutation } from "../../../../src/domain/model/mutation.ts";
import { BeliefChanges } from "../../../../src/services/verification/belief-changes.ts";
import { consequencesBatch } from "../../../../src/services/verification/reconcile/consequences.ts";

const NOW = "2026-09-01T00:00:00.000Z";

const fact = (id: string, predicate: string, more: Partial<Fact> = {}): Fact => ({
  id,
  subjectId: "self",
  predicate,
  objectId: null,
  value: id,
  polarity: "positive",
  text: id,
  confidence: 0.9,
  validAt: null,
  invalidAt: null,
  createdAt: NOW,
  expiredAt: null,
  status: "verified",
  supersedes: null,
  change: "none",
  origin: null,
  evidence: [
    {
      episodeId: `turn of ${id}`,
      part: "user",
      start: 0,
      end: 1,
      quote: "x",
      assertedBy: "user",
      occurredAt: NOW,
    },
  ],
  ...more,
});
const NEWS = fact("sold", "SOLD");
const closed = (facts: Fact[]) =>
  facts.map((one) => ({
    fact: one,
    status: "superseded" as const,
    at: { at: NOW, precision: "day" as const },
  }));
const ended = (mutations: Mutation[]): string[] =>
  mutations.flatMap((one) => (one.op === "fact.patch" && one.set.status !== undefined ? [one.id] : []));
const asked = (mutations: Mutation[]): string[] =>
  mutations.flatMap((one) => (one.op === "review.put" ? [one.review.right] : []));

function endAll(known: Fact[], news = NEWS): Mutation[] {
  const changes = new BeliefChanges(known, [], new Map(), NOW);
  changes.end(news, closed(known));
  return changes.mutations;
}

test("one turn ends three facts; its owner is asked about the rest", () => {
  const mutations = endAll(["a", "b", "c", "d", "e"].map((id) => fact(id, id.toUpperCase())));
  expect(ended(mutations)).toEqual(["a", "b", "c"]);
  expect(asked(mutations)).toEqual(["d", "e"]);
});

test("facts that get another value do not count", () => {
  const known = ["a", "b", "c", "d", "e"].map((id) => fact(id, "SOLD"));
  expect(ended(endAll(known))).toHaveLength(5);
});

test.each(["ALLERGIC_TO", "BIRTHDAY", "WIFE", "HAS_NUT_ALLERGY", "DIAGNOSED_LATE_WITH"])(
  "its owner alone ends %s, also in its own relation, and nothing takes its place",
  (predicate) => {
    expect(isHighStakes({ predicate })).toBe(true);
    const known = fact("a", predicate);
    const news = fact("b", predicate);
    for (const by of [NEWS, news]) {
      const mutations = endAll([known], by);
      expect(ended(mutations)).toEqual([]);
      expect(asked(mutations)).toEqual(["a"]);
    }
    const changes = new BeliefChanges([known], [], new Map(), NOW);
    changes.applyRulings(news, {
      duplicateOf: null,
      absorbed: [known],
      closed: [],
      lateSince: null,
      disputed: [],
      doubted: [],
    });
    expect(ended(changes.mutations)).toEqual(["b"]);
    expect(changes.mutations).toContainEqual(
      expect.objectContaining({ set: expect.objectContaining({ supersedes: null }) }),
    );
  },
);

const told = (quote: string, more: Partial<Fact> = {}): Fact => {
  const [words] = NEWS.evidence;
  return { ...NEWS, change: "ending", evidence: words ? [{ ...words, quote }] : [], ...more };
};
const ALLERGY = fact("allergy", "ALLERGIC_TO", { value: "tree nuts" });
const WIFE = fact("wife", "SPOUSE", { value: null, objectId: "silvina" });
const DOSED = { predicate: "TAKES_MEDICATION", change: "update" } as const;
const DOSE = fact("dose", DOSED.predicate, { value: "lisinopril 10 mg every morning" });
const THINGS = new Map([["silvina", { name: "Silvina", aliases: [] } as unknown as Entity]]);

test.each([
  [ALLERGY, told("he was never allergic to tree nuts", { change: "correction" })],
  [WIFE, told("me separé de silvina", { change: "update" })],
  [DOSE, told("Shelly put my lisinopril up to forty", { ...DOSED, value: "lisinopril 40 mg" })],
])("words of the user that name it end it: %#", (known, news) => {
  const changes = new BeliefChanges([known], [], THINGS, NOW);
  changes.end(news, closed([known]));
  expect([ended(changes.mutations), asked(changes.mutations)]).toEqual([[known.id], []]);
});

test.each([
  ["other words", ALLERGY, told("the test was wrong")],
  ["a part of its name", ALLERGY, told("we planted a tree")],
  ["another medicine", DOSE, told("she put me on forty of atenolol", { ...DOSED, value: "atenolol 40 mg" })],
  ["no change", WIFE, told("I had lunch with Silvina", { change: "none" })],
  ["words of somebody else", WIFE, { ...told("Silvina left"), evidence: [] }],
])("%s do not", (_, known, news) => {
  const changes = new BeliefChanges([known], [], THINGS, NOW);
  changes.end(news, closed([known]));
  expect([ended(changes.mutations), asked(changes.mutations)]).toEqual([[], [known.id]]);
});

const VOLVO = fact("volvo", "OWNS", { value: null, objectId: "volvo" });
const DAY = { at: "2025-07-05T00:00:00.000Z", precision: "day" as const };
const sold = (more: Partial<Fact> = {}): Fact =>
  told("sold the volvo", { predicate: "OWNS", value: null, objectId: "volvo", validAt: DAY, ...more });

test.each([
  ["the same thing", sold()],
  ["another name of it", sold({ objectId: "the estate car" })],
])("what ended is denied from then on, whatever the model made of it: %s", (_, news) => {
  const changes = new BeliefChanges([VOLVO], [], new Map(), NOW);
  const result = { duplicateOf: null, absorbed: [], lateSince: null, disputed: [], doubted: [] };
  changes.applyRulings(news, { ...result, closed: [{ fact: VOLVO, status: "superseded", at: DAY }] });
  expect(changes.mutations).toContainEqual(
    expect.objectContaining({ id: news.id, set: expect.objectContaining({ polarity: "negative" }) }),
  );
});

test("a denial that is told again ends nothing", () => {
  const denied = { ...VOLVO, polarity: "negative" as const };
  const changes = new BeliefChanges([denied], [], new Map(), NOW);
  changes.applyRulings(sold({ polarity: "negative" }), {
    duplicateOf: denied,
    absorbed: [],
    closed: [],
    lateSince: null,
    disputed: [],
    doubted: [],
  });
  const last = changes.mutations.at(-1);
  expect(last).toMatchObject({ id: VOLVO.id, set: { status: "verified" } });
  expect(changes.mutations).not.toContainEqual(
    expect.objectContaining({ set: expect.objectContaining({ status: "superseded" }) }),
  );
});

test("another value that ended is no denial: divorced, who was married", () => {
  const married = fact("married", "RELATIONSHIP_STATUS", { value: "married" });
  const changes = new BeliefChanges([married], [], new Map(), NOW);
  const result = { duplicateOf: null, absorbed: [], lateSince: null, disputed: [], doubted: [] };
  const news = told("we divorced", { predicate: "RELATIONSHIP_STATUS", value: "divorced", validAt: DAY });
  changes.applyRulings(news, { ...result, closed: [{ fact: married, status: "superseded", at: DAY }] });
  expect(changes.mutations).not.toContainEqual(
    expect.objectContaining({ set: expect.objectContaining({ polarity: "negative" }) }),
  );
});

test("news that ends nothing of its own relation stays as it is", () => {
  const changes = new BeliefChanges(
    [],
    [fact("flat", "LIVES_IN", { status: "superseded", invalidAt: DAY })],
    new Map(),
    NOW,
  );
  changes.applyRelation(sold(), { kind: "new" });
  expect(changes.mutations).not.toContainEqual(
    expect.objectContaining({ set: expect.objectContaining({ polarity: "negative" }) }),
  );
});

test("of what one turn ends, what its words name comes first", () => {
  const known = ["a", "b", "c"].map((id) => fact(id, id.toUpperCase()));
  const changes = new BeliefChanges([...known, WIFE], [], THINGS, NOW);
  changes.end(told("me separé de silvina"), closed([...known, WIFE]));
  expect(ended(changes.mutations)).toEqual(["a", "b", "wife"]);
  expect(asked(changes.mutations)).toEqual(["c"]);
});

test.each(["LIKES", "LIVES_IN", "HAS_DATE", "COMES_FROM", "TAKES_THE_BUS_TO"])("%s may end", (predicate) => {
  expect(isHighStakes({ predicate })).toBe(false);
});

describe("one turn", () => {
  const said = (id: string, predicate: string, more: Partial<Fact> = {}): Fact =>
    fact(id, predicate, { evidence: fact("turn", "").evidence, ...more });
  const known = ["A", "B", "C", "D", "E"].map((predicate) => fact(predicate.toLowerCase(), predicate));

  test("with the same words tells one other value; what else it ends counts", () => {
    const changes = new BeliefChanges(known, [], new Map(), NOW);
    for (const old of known) changes.end(said(`new ${old.id}`, old.predicate), closed([old]));
    expect(ended(changes.mutations)).toEqual(["a", "b", "c", "d"]);
    expect(asked(changes.mutations)).toEqual(["e"]);
  });

  test("ends as many facts as it has words of their own for", () => {
    const changes = new BeliefChanges(known, [], new Map(), NOW);
    known.forEach((old, at) => {
      const [words] = fact("turn", "").evidence;
      const evidence = words ? [{ ...words, start: at * 10, end: at * 10 + 5 }] : [];
      changes.end(said(`new ${old.id}`, old.predicate, { evidence }), closed([old]));
    });
    expect(ended(changes.mutations)).toHaveLength(5);
  });

  const ENDED = { at: "2002-01-01T00:00:00.000Z", precision: "year" as const };
  const endAgain = (facts: Fact[]): Mutation[] => {
    const changes = new BeliefChanges(facts, [], new Map(), NOW);
    for (const old of facts) {
      const again = said(`again ${old.id}`, old.predicate, { invalidAt: ENDED });
      changes.applyRelation(again, { kind: "duplicate", of: old });
    }
    return changes.mutations;
  };
  const endings = (mutations: Mutation[]): string[] =>
    mutations.flatMap((one) => (one.op === "fact.patch" && one.set.invalidAt !== undefined ? [one.id] : []));

  test("that tells facts again with an end, ends three; its owner is asked about the rest", () => {
    expect(endings(endAgain(known))).toEqual(["a", "b", "c"]);
    expect(asked(endAgain(known))).toEqual(["d", "e"]);
  });

  test("that tells an allergy again with an end, asks", () => {
    const mutations = endAgain([fact("a", "ALLERGIC_TO")]);
    expect(endings(mutations)).toEqual([]);
    expect(asked(mutations)).toEqual(["a"]);
  });
});

describe("consequences", () => {
  const end = (known: Fact[], knownAbout: number, before = 0): Mutation[] =>
    consequencesBatch(
      { episodes: [], facts: [NEWS] },
      {
        traces: [],
        pairs: known.map((one) => ({ newer: NEWS, known: one, rulings: ["ending", "ending"] })),
        calls: 2,
        knownAbout: new Map([["dog", knownAbout]]),
        endedBy: new Map([["turn of sold", before]]),
      },
      NOW,
      "run",
    ).mutations;
  const known = ["a", "b", "c"].map((id) => fact(id, id.toUpperCase(), { subjectId: "dog" }));

  test("end at most half of what is known about one thing", () => {
    expect(ended(end(known, 6))).toHaveLength(3);
    expect(ended(end(known, 5))).toEqual([]);
    expect(asked(end(known, 5))).toHaveLength(3);
  });

  test("end no more than the turn may still end", () => {
    expect(ended(end(known, 6, 2))).toEqual(["a"]);
    expect(ended(end(known, 6, 4))).toEqual([]);
  });

  test("may end the one thing that is known", () => {
    expect(ended(end(known.slice(0, 1), 1))).toEqual(["a"]);
  });
});

test("of two beginnings, the more precise one stays where one holds the other, else the earlier", () => {
  const since = (id: string, at: string, precision: "year" | "month") =>
    fact(id, "LIVES_IN", { validAt: { at: `${at}T00:00:00.000Z`, precision } });
  const merged = (known: Fact, said: Fact): unknown => {
    const changes = new BeliefChanges([known], [], new Map(), NOW);
    changes.applyRelation(said, { kind: "duplicate", of: known });
    const patch = changes.mutations.find((one) => one.op === "fact.patch");
    return patch?.op === "fact.patch" ? (patch.set.validAt ?? known.validAt) : null;
  };
  const [year, july, before] = [
    since("a", "2019-01-01", "year"),
    since("b", "2019-07-01", "month"),
    since("c", "2017-01-01", "year"),
  ];
  expect(merged(year, july)).toEqual(july.validAt);
  expect(merged(july, year)).toEqual(july.validAt);
  expect(merged(july, before)).toEqual(before.validAt);
});
