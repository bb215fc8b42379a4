import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Lane, LANES } from "../../src/services/retrieval/types.ts";
import { ALICES, BOBS, LISTS, startTwoPeople, type Person, type TwoPeople } from "../support/two-people.ts";

/** Two people with the same names in their lives, one service: neither is shown anything of the other's. */
let people: TwoPeople;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  people = await startTwoPeople();
  ({ alice, bob } = people);
});
afterAll(() => people.close());

test("the story is there at all", async () => {
  for (const [api, own, other] of [
    [alice, ALICES, BOBS],
    [bob, BOBS, ALICES],
  ] as const) {
    const facts = (await api.get("/memory/facts?limit=200&status=verified")).text;
    expect(facts).toMatch(own);
    expect(facts).not.toMatch(other);
  }
});

test.each(LISTS)("%s", async (path) => {
  const [hers, his] = await Promise.all([alice.get(path), bob.get(path)]);
  expect(hers.status).toBe(200);
  expect(hers.text).not.toMatch(BOBS);
  expect(his.text).not.toMatch(ALICES);
  const ids = (answer: typeof hers): string[] => answer.body.items.map((item: any) => item.id);
  if (!path.includes("rejections") && !path.includes("staging")) expect(ids(hers).length).toBeGreaterThan(0);
  expect(ids(hers).filter((id) => ids(his).includes(id))).toEqual([]);
});

test("what waits for a decision, was refused, or can be undone is one's own", async () => {
  const mine = (await alice.get("/memory/facts?limit=200&status=verified")).body.items;
  const home = mine.find((fact: any) => fact.predicate === "LIVES_IN");
  const entities = (await alice.get("/memory/entities?limit=200")).body.items;
  const [one, other] = entities.filter((entity: any) => !entity.isSelf);
  await alice.send("PATCH", `/memory/facts/${home.id}`, { status: "disputed" });
  const item = `dispute.${home.id}`;
  const runs = (await alice.get("/maintenance/runs?limit=200")).body.items;
  const refused = [
    await bob.get(`/memory/facts/${home.id}/trace`),
    await bob.post(`/memory/review/${item}/accept`, undefined),
    await bob.post(`/memory/review/${item}/reject`, undefined),
    await bob.post(`/memory/review/${item}/edit`, { text: "Mine." }),
    await bob.post(`/memory/entities/${one.id}/merge`, { into: other.id }),
    await bob.get(`/maintenance/runs/${runs[0].id}/diff`),
    await bob.post(`/maintenance/runs/${runs[0].id}/undo`, {}),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
  expect((await bob.get("/memory/review")).text).not.toMatch(ALICES);
  expect((await alice.get("/memory/review")).body.items.map((one: any) => one.id)).toEqual([item]);

  const { runId } = (await alice.post(`/memory/review/${item}/reject`, undefined)).body;
  const refusal = `rejected.${home.id}`;
  expect((await alice.get(`/memory/rejections/${refusal}`)).status).toBe(200);
  expect((await bob.get(`/memory/rejections/${refusal}`)).status).toBe(404);
  expect((await bob.post(`/memory/rejections/${refusal}/accept`, undefined)).status).toBe(404);
  for (const path of ["/memory/rejections", "/memory/rejections/export"])
    expect((await bob.get(path)).text).not.toMatch(ALICES);
  expect((await bob.get("/memory/rejections/patterns")).body.total).toBe(0);
  expect((await bob.post(`/maintenance/runs/${runId}/undo`, {})).status).toBe(404);
  await alice.post(`/maintenance/runs/${runId}/undo`, {});
  await alice.post(`/memory/review/${item}/accept`, undefined);
  expect((await alice.get(`/memory/facts/${home.id}`)).body.status).toBe("verified");
});

test("counts and settings are one's own", async () => {
  await alice.send("PUT", "/settings", { timeZone: "Asia/Tokyo" });
  expect((await bob.get("/settings")).body.timeZone).toBe("UTC");
  await alice.send("PUT", "/settings", { timeZone: "UTC" });
  const [hers, his] = [(await alice.get("/memory/stats")).body, (await bob.get("/memory/stats")).body];
  expect(hers.episodes).toBe((await alice.get("/memory/episodes?limit=200")).body.items.length);
  expect(his.episodes).toBe((await bob.get("/memory/episodes?limit=200")).body.items.length);
});

describe("each lane of retrieval finds one's own alone", () => {
  /** What each is asked; without an embedder there are no vectors. */
  const asked: Record<Exclude<Lane, "vector">, string> = {
    mention: "Annelie",
    text: "lives works plays like Oslo Lyon",
    temporal: "what happened in May 2019",
    recent: "anything",
    graph: "Annelie",
  };
  const recipe = (lane: string): unknown => {
    const each = (value: number): Record<string, number> =>
      Object.fromEntries(LANES.map((name) => [name, name === lane ? value : 0]));
    const profile = {
      relevance: 1,
      importance: 0,
      recency: 0,
      mentions: 0,
      confidence: 0,
      importanceFloor: 2,
      recencyHalfLifeDays: 365,
    };
    return {
      quotas: each(200),
      fusion: { kind: "sum", weights: each(1) },
      profile: { ...profile, kindFactor: { fact: 1, entity: 1, episode: 1 } },
    };
  };

  test.each(Object.entries(asked))("%s", async (lane, q) => {
    for (const search of [
      { q, limit: 200, relevance: "any", recipe: recipe(lane) },
      { q, limit: 200, relevance: "any" },
    ]) {
      const [hers, his] = await Promise.all([
        alice.post("/memory/search", search),
        bob.post("/memory/search", search),
      ]);
      expect(hers.status, hers.text).toBe(200);
      for (const { body } of [hers, his]) {
        expect(
          body.results.some((result: any) => result.components[`lane.${lane}`] > 0),
          JSON.stringify(body).slice(0, 500),
        ).toBe(true);
      }
      expect(hers.text).not.toMatch(BOBS);
      expect(his.text).not.toMatch(ALICES);
    }
  });

  test("a search within a foreign conversation finds nothing of it", async () => {
    const { text } = await bob.get(
      `/memory/search?q=Annelie+Lyon&limit=200&conversationId=${people.told.alice.conversationId}`,
    );
    expect(text).not.toMatch(ALICES);
  });

  test("words of the other's story alone", async () => {
    expect((await bob.get("/memory/search?q=Lyon+Ravel+cello+Marbella+violet&limit=200")).text).not.toMatch(
      ALICES,
    );
    expect((await alice.get("/memory/search?q=Oslo+Munch+drums+Bergen+orange&limit=200")).text).not.toMatch(
      BOBS,
    );
  });
});

test("replies rest on one's own memory", async () => {
  for (const question of [
    "Where does my sister Annelie live?",
    "Where does Annelie work?",
    "What do I like?",
  ]) {
    const [hers, his] = await Promise.all([alice.say(question), bob.say(question)]);
    expect(JSON.stringify(hers)).not.toMatch(BOBS);
    expect(JSON.stringify(his)).not.toMatch(ALICES);
  }
  expect((await alice.say("Where does my sister Annelie live?")).reply).toContain("Lyon");
  expect((await bob.say("Where does my sister Annelie live?")).reply).toContain("Oslo");
});
