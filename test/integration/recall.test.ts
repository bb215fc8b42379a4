import { DEFAULT_SETTINGS } from "../../src/domain/model/user.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Fact } from "../../src/domain/model/fact.ts";
import { DAY_MS } from "../../src/domain/model/time.ts";
import { recallBlock } from "../../src/services/retrieval/recall-block.ts";
import { recipeNamed } from "../../src/services/retrieval/recipes.ts";
import { search } from "../../src/services/retrieval/search.ts";
import { recall } from "../../src/services/retrieval/recall.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { batch, entity, fact, quote, say } from "../contracts/memory-store-story.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

/** What a chat is given before it is answered. */
let memory: TestMemory;

beforeEach(async () => {
  memory = await openMemory();
});
afterEach(() => memory.close());

interface Asked {
  message?: string;
  user?: UserStore;
  deadlineMs?: number;
  onMiss?: (reason: string) => void;
  recipe?: string;
  timeZone?: string;
}

const recalled = async (tokensMax: number, asked: Asked = {}) => {
  const { message = "Which boats have I seen?", user = memory.store.forUser("ann"), ...others } = asked;
  const { recipe, timeZone = DEFAULT_SETTINGS.timeZone, ...more } = others;
  const deps = {
    clock: memory.clock,
    embedQuery: async () => null,
    deadlineMs: 60_000,
    observe: () => undefined,
    onMiss: (_reason: string, error: unknown) => {
      throw error;
    },
    ...more,
  };
  return recall(deps, user, {
    message,
    settings: { ...DEFAULT_SETTINGS, timeZone, recallRecipe: recipe ?? null },
    excludeEpisodeIds: [],
    conversationId: "new",
    tokensMax,
    signal: new AbortController().signal,
  });
};

test("the recipe outcome ranks turns alike by how they ended, whatever they felt like", async () => {
  const ann = memory.store.forUser("ann");
  const ended = { failed: "failure", half: "partial", plain: "neutral", worked: "success" } as const;
  for (const [n, [id, outcome]] of Object.entries(ended).entries()) {
    await say(ann, id, `I have seen the boat Mira${"!".repeat(n + 1)}`);
    const set = { outcome, valence: outcome === "failure" ? 0.9 : 0.1 };
    await ann.apply(batch([{ op: "episode.patch", id, set }]));
  }
  const { items } = await recalled(1000, { recipe: "outcome" });
  const outcomes = items.map(({ id, components }) => [id, components?.["outcome"]]);
  expect(outcomes.slice(1, -1).sort()).toEqual([
    ["half", 0.09],
    ["plain", 0.09],
  ]);
  expect([outcomes[0], outcomes.at(-1)]).toEqual([
    ["worked", 0.144],
    ["failed", 0.036],
  ]);
});

const componentsOf = async (id: string, recipe?: string) => {
  const deps = { clock: memory.clock, embedQuery: async () => null, observe: () => undefined };
  const request = { query: "Which boats have I seen?", limit: 9, recipe: recipeNamed(recipe) };
  const found = await search(deps, memory.store.forUser("ann"), request);
  return found.find((one) => one.id === id)?.components ?? {};
};

test("the recipe contextual forgets by half in a week", async () => {
  const ann = memory.store.forUser("ann");
  await say(ann, "older", "I have seen the boat Mira.");
  memory.clock.advance(28 * DAY_MS);
  await say(ann, "newer", "I have seen the boat Mira.", { occurredAt: memory.clock.now() });
  const [older, newer] = [
    await componentsOf("older", "contextual"),
    await componentsOf("newer", "contextual"),
  ];
  expect(newer["recency"]).toBeCloseTo(0.35, 3);
  expect(older["recency"]).toBeCloseTo(0.35 / 16, 3);
});

test("a use keeps a memory known for longer, and makes it no more recent", async () => {
  const ann = memory.store.forUser("ann");
  await say(ann, "e1", "I have seen the boat Mira.");
  memory.clock.advance(60 * DAY_MS);
  await ann.recordFeedback([{ targetId: "e1", helpful: true, at: memory.clock.now(), basis: "used" }]);
  memory.clock.advance(60 * DAY_MS);
  const used = await componentsOf("e1");
  await say(ann, "e2", "I have seen the boat Mira.");
  const unused = await componentsOf("e2");
  expect(used["stability"]).toBeGreaterThan((unused["stability"] ?? 1) + 0.1);
  expect(used["recency"]).toBe(unused["recency"]);
  expect(unused["recency"]).toBeGreaterThan(0);
});

test("a recall block holds as many memories as its tokens allow", async () => {
  const ann = memory.store.forUser("ann");
  for (let n = 0; n < 60; n++) await say(ann, `e${n}`, `I have seen the boat Mira${n}, and more.`);
  expect((await recalled(100_000)).items).toHaveLength(6);
  const { items, text } = await recalled(130);
  expect(items.length).toBeGreaterThan(1);
  expect(items.length).toBeLessThan(6);
  expect(text.length / 4).toBeLessThanOrEqual(130);
});

test("and no more than it may", async () => {
  const ann = memory.store.forUser("ann");
  for (let n = 0; n < 60; n++) await say(ann, `e${n}`, `I have seen the boat Mira${n}, and more.`);
  const deps = { clock: memory.clock, embedQuery: async () => null, observe: () => undefined };
  const request = { query: "Which boats have I seen?", limit: 100, recipe: recipeNamed() };
  const told = (await search(deps, ann, request)).filter(({ isTold }) => isTold);
  const room = { now: memory.clock.now(), timeZone: "UTC", tokensMax: 100_000 };
  expect(recallBlock(told, { ...room, itemsMax: 40 }).items).toHaveLength(6);
  expect(recallBlock(told, { ...room, itemsMax: 4 }).items).toHaveLength(4);
});

const ROOM = 2_000;
const DEADLINE_MS = 200;
const never = (): Promise<never> => new Promise(() => undefined);

/** A store of which some operations do not come back, or fail. */
const without = (user: UserStore, missing: Partial<UserStore>): UserStore => ({ ...user, ...missing });

test.each(["What is the capital of France?", "2+2?", "write me a haiku about rain", "Wie geht es dir?"])(
  "an unrelated question gets an empty block: %s",
  async (message) => {
    await say(memory.store.forUser("ann"), "e1", "I have seen the boat Mira on 2 May.");
    const { items, text, state } = await recalled(ROOM, { message });
    expect(items).toEqual([]);
    expect(state).toBe("nothing");
    expect(text).toBe("");
  },
);

test("what some lanes found in time is used, and the block says that others are missing", async () => {
  const ann = memory.store.forUser("ann");
  await say(ann, "e1", "I have seen the boat Mira.");
  const misses: string[] = [];
  const user = without(ann, { known: never });
  const onMiss = (reason: string) => void misses.push(reason);
  const { items, text, state } = await recalled(ROOM, { user, deadlineMs: DEADLINE_MS, onMiss });
  expect(items.map(({ id }) => id)).toEqual(["e1"]);
  expect(state).toBe("partial");
  expect(text).toContain("(only part of the memory could be searched just now)");
  expect(misses).toEqual(["deadline"]);
});

test.each([
  ["hangs", "deadline", never],
  ["fails", "error", () => Promise.reject(new Error("away"))],
])("a store that %s reads as one that could not be searched", async (_how, reason, asked) => {
  const ann = memory.store.forUser("ann");
  const misses: string[] = [];
  const user = without(ann, { settings: asked, known: asked, search: asked, facts: asked, episodes: asked });
  const onMiss = (why: string) => void misses.push(why);
  const { items, text, state } = await recalled(ROOM, { user, deadlineMs: DEADLINE_MS, onMiss });
  expect(items).toEqual([]);
  expect(state).toBe("unavailable");
  expect(text).toContain("\n(memory could not be searched just now)\n");
  expect(misses).toEqual([reason]);
});

/** Ann moved from Rome to Oslo; `newer` tells whether that is known as a fact of its own. */
async function moved(newer: boolean): Promise<void> {
  const ann = memory.store.forUser("ann");
  const { id: self } = await ann.self();
  const rome = await say(ann, "rome", "I live in Rome.", { reply: "Rome it is." });
  const oslo = await say(ann, "oslo", "My home is Oslo.", { conversationId: "c2" });
  const old = fact("f-rome", self, "LIVES_IN", {
    value: "Rome",
    text: "The user lives in Rome.",
    evidence: [quote(rome, "I live in Rome")],
  });
  const now = fact("f-oslo", self, "LIVES_IN", {
    value: "Oslo",
    text: "The user lives in Oslo.",
    supersedes: "f-rome",
    evidence: [quote(oslo, "My home is Oslo")],
  });
  await ann.apply(batch([{ op: "fact.put", fact: old }]));
  const set = { status: "superseded" as const, expiredAt: memory.clock.now() };
  await ann.apply(batch([{ op: "fact.patch", id: "f-rome", set }]));
  if (newer) await ann.apply(batch([{ op: "fact.put", fact: now }]));
}

test("a turn of which what is asked is over is told to somebody who asks what was", async () => {
  await moved(false);
  const now = await recalled(ROOM, { message: "Where do I live, in Rome?" });
  expect(now.text).not.toContain("I live in Rome");
  expect(now.text).toContain("The user lives in Rome. (until");
  const then = await recalled(ROOM, { message: "Where did I live, in Rome?" });
  expect(then.text).toMatch(/The user lives in Rome\. \(until \d+ \w+ 2026; said 1 Mar 2026\)/);
});

test("of a dispute both sides stand in one line", async () => {
  const ann = memory.store.forUser("ann");
  const { id: self } = await ann.self();
  for (const [place, status] of [
    ["Rome", "disputed"],
    ["Oslo", "disputed"],
  ] as const) {
    const told = await say(ann, place, `I live in ${place}.`);
    const text = `The user lives in ${place}.`;
    const evidence = [quote(told, `I live in ${place}`)];
    const lives = fact(`f-${place}`, self, "LIVES_IN", { value: place, text, evidence });
    await ann.apply(batch([{ op: "fact.put", fact: lives }]));
    await ann.apply(batch([{ op: "fact.patch", id: lives.id, set: { status } }]));
  }
  const { text } = await recalled(ROOM, { message: "Where do I live?" });
  expect(text).toMatch(/The user lives in \w+\. \/ The user lives in \w+\. \(disputed; said/);
  expect(text.match(/The user lives/g)).toHaveLength(2);
});

test("a replaced value that alone has the words of the question is shown as the newest one", async () => {
  const ann = memory.store.forUser("ann");
  const { id: self } = await ann.self();
  let supersedes: string | null = null;
  for (const [id, said] of [
    ["first", "The blood pressure tablets are Kerlone 5."],
    ["second", "The doctor raised it to ten."],
    ["third", "Since May it is twenty."],
  ] as const) {
    const evidence = [quote(await say(ann, `said-${id}`, said), said)];
    const dose = fact(id, self, "DOSE", {
      value: said,
      text: said,
      evidence,
      status: "verified",
      supersedes,
    });
    await ann.apply(batch([{ op: "fact.put", fact: dose }]));
    if (supersedes !== null)
      await ann.apply(batch([{ op: "fact.patch", id: supersedes, set: { status: "superseded" } }]));
    supersedes = id;
  }
  const now = await recalled(ROOM, { message: "Which blood pressure tablets are mine?" });
  expect(now.text).toContain("Since May it is twenty. (said");
  expect(now.text).not.toContain("Kerlone 5. (");
  const then = await recalled(ROOM, { message: "Which blood pressure tablets were mine before?" });
  expect(then.text).toContain("Kerlone 5. (");
});

/** A statement of its own turn, with the status that it ends in. */
async function state(id: string, said: string, more: Partial<Fact> & Pick<Fact, "predicate">): Promise<void> {
  const ann = memory.store.forUser("ann");
  const { id: self } = await ann.self();
  const { status = "verified", ...rest } = more;
  const evidence = [quote(await say(ann, `said-${id}`, said, { occurredAt: memory.clock.now() }), said)];
  const stated = fact(id, self, more.predicate, { value: said, text: said, evidence, ...rest });
  await ann.apply(batch([{ op: "fact.put", fact: { ...stated, status: "verified" } }]));
  const gone = status === "superseded" ? { expiredAt: memory.clock.now() } : {};
  if (status !== "verified") await ann.apply(batch([{ op: "fact.patch", id, set: { status, ...gone } }]));
}

const at = (day: string) => ({ at: `${day}T00:00:00.000Z`, precision: "day" as const });

test("a question about a time is shown the value of that time behind the newer one that has its words", async () => {
  await state("old", "Lindqvist looks after my thesis.", {
    predicate: "HAS_SUPERVISOR",
    validAt: at("2025-01-01"),
    invalidAt: at("2026-02-01"),
    status: "superseded",
  });
  await state("new", "I am supervised by Halloran.", {
    predicate: "HAS_SUPERVISOR",
    validAt: at("2026-02-01"),
  });
  const asked = async (message: string) => (await recalled(ROOM, { message })).text;
  const then = await asked("By whom was I supervised in June 2025?");
  expect(then).toMatch(
    /Halloran\. \(.*\n\[2\] Lindqvist looks after my thesis\. \(from 1 Jan 2025; until 1 Feb 2026/,
  );
  expect(await asked("By whom was I supervised in June 2024?")).not.toContain(
    "Lindqvist looks after my thesis. (",
  );
  expect(await asked("By whom am I supervised?")).not.toContain("Lindqvist looks after my thesis. (");
});

test.each(["Europe/Berlin", "America/New_York", "Asia/Tokyo"])(
  "a day told in Berlin stays that day in %s",
  async (timeZone) => {
    const validAt = { at: "2024-05-02T22:00:00.000Z", precision: "day" } as const;
    await state("mill", "I work at the Mill.", { predicate: "WORKS_AT", validAt });
    expect((await recalled(ROOM, { message: "Do I work at the Mill?", timeZone })).text).toContain(
      "from 3 May 2024",
    );
  },
);

test.each([
  ["year", "from 2024"],
  ["month", "from May 2024"],
  ["minute", "from 1 May 2024"],
] as const)("a beginning is told no finer than it is known: %s", async (precision, told) => {
  const validAt = { at: "2024-05-01T00:00:00.000Z", precision };
  await state("mill", "I work at the Mill.", { predicate: "WORKS_AT", validAt });
  expect((await recalled(ROOM, { message: "Do I work at the Mill?" })).text).toContain(`(${told};`);
});

test("a plan counts for the time in which it was made, not for its day", async () => {
  await state("plan", "Opening night is on 6 May.", {
    predicate: "OPENS_ON",
    validAt: at("2026-05-06"),
    status: "superseded",
  });
  memory.clock.advance(40 * DAY_MS);
  await state("later", "The theatre opens on 17 June.", { predicate: "OPENS_ON", validAt: at("2026-06-17") });
  const { text } = await recalled(ROOM, { message: "When should the theatre open, as of March 2026?" });
  expect(text).toContain("Opening night is on 6 May. (");
});

test("a correction is shown with what was wrong, and so is a turn that says more than that", async () => {
  const ann = memory.store.forUser("ann");
  const { id: self } = await ann.self();
  const said = "The piano is a Petrof of 1978 and stands in the hall.";
  const told = await say(ann, "e1", said);
  const evidence = [quote(told, said)];
  const wrong = "The piano is a Petrof of 1978.";
  for (const [id, predicate, text] of [
    ["wrong", "HAS_PIANO", wrong],
    ["hall", "STANDS_IN", "The piano stands in the hall."],
  ] as const) {
    const stated = fact(id, self, predicate, { value: text, text, evidence, status: "verified" });
    await ann.apply(batch([{ op: "fact.put", fact: stated }]));
  }
  await ann.apply(batch([{ op: "fact.patch", id: "wrong", set: { status: "corrected" } }]));
  await state("right", "The piano was built in 1968.", { predicate: "BUILT_IN", supersedes: "wrong" });
  const { text } = await recalled(ROOM, { message: "Where does my piano stand, in the hall?" });
  expect(text).toContain(`The piano was built in 1968. (said 1 Mar 2026; wrong before: "${wrong}")`);
  expect(text).toContain(`user, 1 Mar 2026; wrong in it: "${wrong}": "${said}"`);
});

test.each(["Where do my children work?", "Wo arbeiten meine Kinder?", "¿Dónde trabajan mis hijos?"])(
  "people meant by their role are found in the plural: %s",
  async (message) => {
    const ann = memory.store.forUser("ann");
    const { id: self } = await ann.self();
    const told = await say(ann, "kids", "Ada is my daughter, she works at Kessler. Ben works at Lindt.");
    const evidence = [quote(told, "Ada is my daughter")];
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("ada", "Ada") },
        { op: "entity.put", entity: entity("ben", "Ben") },
        { op: "fact.put", fact: fact("kin", self, "HAS_DAUGHTER", { objectId: "ada", evidence }) },
        ...[["ada", "Kessler"] as const, ["ben", "Lindt"] as const].map(([who, value]) => ({
          op: "fact.put" as const,
          fact: fact(`job-${who}`, who, "WORKS_AT", { value, text: `${who} at ${value}.`, evidence }),
        })),
      ]),
    );
    const { items } = await recalled(ROOM, { message });
    const ids = items.map(({ id }) => id);
    expect(ids[0]).toBe("job-ada");
    expect(ids.slice(0, 2)).not.toContain("job-ben");
  },
);

test("a new chat that leans on what was just said is told of it", async () => {
  const ann = memory.store.forUser("ann");
  await say(ann, "e1", "I have seen the boat Mira.", { occurredAt: memory.clock.now() });
  const { items } = await recalled(ROOM, { message: "And then?" });
  expect(items.map(({ id }) => id)).toEqual(["e1"]);
});

test("it is left out where the newer value stands in the block", async () => {
  await moved(true);
  const { text } = await recalled(ROOM, { message: "Where do I live, in Rome?" });
  expect(text).toContain("The user lives in Oslo.");
  expect(text).not.toContain("I live in Rome");
});

test("an entity's line is made of what is believed: no summary of the extractor, none that rests on what is over", async () => {
  const ann = memory.store.forUser("ann");
  const told = await say(ann, "e1", "Bea works at the bakery and plays chess.");
  const summary = "Bea works at the bakery.";
  const bea = entity("bea", "Bea", {
    type: "person",
    aliases: [{ alias: "Bea", kind: "name" }],
    summary: "The user hates her.",
  });
  const works = fact("works", "bea", "WORKS_AT", {
    value: "bakery",
    text: "Bea works at the bakery.",
    status: "verified",
    evidence: [quote(told, "Bea works at the bakery")],
  });
  await ann.apply(batch([{ op: "entity.put", entity: bea }]));
  await ann.apply(batch([{ op: "fact.put", fact: works }]));
  const lines = async (): Promise<string> => (await recalled(ROOM, { message: "Who is Bea?" })).text;
  expect(await lines()).toContain("Bea works at the bakery.");
  expect(await lines()).not.toContain("hates");
  const basis = { factIds: ["works"], writtenBy: "code" as const, asked: false };
  await ann.apply(
    batch([{ op: "entity.patch", id: "bea", set: { summary: `Sum: ${summary}`, summaryBasis: basis } }]),
  );
  expect((await ann.entity("bea"))?.summary).toContain("Sum");
  const chess = { ...works, id: "chess", text: "Bea plays chess.", predicate: "PLAYS", value: "chess" };
  await ann.apply(batch([{ op: "fact.put", fact: { ...chess, evidence: [quote(told, "plays chess")] } }]));
  await ann.apply(batch([{ op: "fact.patch", id: "works", set: { status: "corrected" } }]));
  expect(await lines()).not.toContain("Sum");
});

test("a newer statement shadows a believed one until the believed one is said again", async () => {
  const ann = memory.store.forUser("ann");
  const told = async (id: string, place: string) => {
    const occurredAt = memory.clock.advance(DAY_MS);
    return quote(await say(ann, id, `Mira lives in ${place}.`, { occurredAt }), `Mira lives in ${place}`);
  };
  const lives = (id: string, value: string, more: Partial<Fact>) => ({
    op: "fact.put" as const,
    fact: fact(id, "mira", "LIVES_IN", {
      value,
      text: `Mira lives in ${value}.`,
      createdAt: memory.clock.now(),
      ...more,
    }),
  });
  const lyon: Partial<Fact> = { status: "verified", evidence: [await told("e1", "Lyon")] };
  await ann.apply(batch([{ op: "entity.put", entity: entity("mira", "Mira") }, lives("lyon", "Lyon", lyon)]));
  await ann.apply(batch([lives("lille", "Lille", { evidence: [await told("e2", "Lille")] })]));
  const facts = async () => {
    const { items } = await recalled(1000, { message: "Where does Mira live?" });
    return items.flatMap(({ kind, id }) => (kind === "fact" ? [id] : []));
  };
  expect(await facts()).toEqual(["lille"]);
  await ann.apply(batch([{ op: "fact.evidence", id: "lyon", evidence: [await told("e3", "Lyon")] }]));
  expect(await facts()).toContain("lyon");
});

test("of values alike the newest comes first, and all of them are told", async () => {
  const ann = memory.store.forUser("ann");
  const self = (await ann.self()).id;
  const days = [14, 12, 20, 11, 19, 13, 18, 15, 17, 16, 21, 10];
  for (const day of days) {
    const occurredAt = `2026-02-${day}T09:00:00.000Z`;
    const turn = await say(ann, `e${day}`, `My pulse is ${day} less than it was.`, { occurredAt });
    const pulse = fact(`f${day}`, self, "HAS_PULSE", {
      value: `${day}`,
      text: `The user's pulse is ${day} less.`,
      evidence: [quote(turn, "My pulse")],
    });
    await ann.apply(batch([{ op: "fact.put", fact: pulse }]));
  }
  const { items } = await recalled(2_000, { message: "What is my pulse?" });
  expect(items.map(({ id }) => id)).toEqual(days.toSorted((a, b) => b - a).map((day) => `f${day}`));
});

test.each([
  ["What is my blood thiner?", ["thinner"]],
  ["Which medicine did docter Anelie Brnadt give me?", []],
  ["Which medicine does Annelei Brandt give me?", ["thinner"]],
  ["Who is Ben?", []],
])(
  "a misspelt word is read as memory spells it, unless much else is unknown: %s",
  async (message, expected) => {
    const ann = memory.store.forUser("ann");
    const self = (await ann.self()).id;
    const turn = await say(ann, "e1", "Annelie Brandt gave me Marcumar, a blood thinner.");
    const evidence = [quote(turn, "Marcumar, a blood thinner")];
    const text = "Annelie Brandt gave the user the blood thinner Marcumar.";
    const medicine = fact("thinner", self, "TAKES", { value: "Marcumar", text, evidence });
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("annelie", "Annelie Brandt") },
        { op: "fact.put", fact: medicine },
      ]),
    );
    const { items } = await recalled(1_000, { message });
    expect(items.filter(({ kind }) => kind === "fact").map(({ id }) => id)).toEqual(expected);
  },
);
