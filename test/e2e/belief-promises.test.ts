import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ofUser, startTableBench, type TableBench, type ToldTurn } from "../support/belief-bench.ts";
import { until } from "../support/client.ts";
import type { ToldFact } from "../support/reading-llama.ts";

/** What is promised of belief, kept by a service with a model that reads by a table. */
let at: TableBench;

beforeAll(async () => {
  at = await startTableBench();
});
afterAll(() => at?.close());
beforeEach(() => at.newUser());

const tell = (says: string, reading: Omit<ToldTurn, "says">, on?: string): Promise<void> =>
  at.tell({ says, ...reading, on });

async function rpc(name: string, args: object): Promise<string> {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  return (await at.api.post("/mcp", call, { accept: "application/json, text/event-stream" })).text;
}

test("2: a reply of the model that took up what was just told goes with it", async () => {
  at.llama.table.reply = "You told me: I have a parrot called Koko.";
  at.llama.table.reads["I have a parrot called Koko."] = {
    facts: [ofUser("HAS_PET", "Koko", "The user has a parrot called Koko.", { objectKind: "entity" })],
  };
  const { conversationId, episodeId } = await at.api.say("I have a parrot called Koko.");
  await at.api.say("When did Koko die?", { conversationId });
  await at.api.extracted();
  await at.api.post("/memory/forget", { episodeId });
  const { text } = await at.api.get(`/conversations/${conversationId}?limit=50`);
  expect(text + (await at.foundText("a parrot called Koko"))).not.toContain("parrot");
});

test("4: words of an entity that no fact carries are shown nowhere", async () => {
  const says = "My neighbour Gesa is at the door.";
  at.llama.table.reads[says] = {
    entities: [{ name: "Gesa", type: "person", summary: "The user cannot stand Gesa." }],
    facts: [
      ofUser("HAS_NEIGHBOUR", "Gesa", "The user has a neighbour called Gesa.", {
        objectKind: "entity",
        quote: "My neighbour Gesa",
      }),
    ],
  };
  await at.api.say(says);
  await at.api.verify();
  await at.api.say("Who is Gesa?");
  const shown = [
    await rpc("recall", { query: "Who is Gesa?" }),
    await rpc("entities", { q: "Gesa" }),
    JSON.stringify(at.llama.chats()),
    (await at.api.get("/memory/entities?q=Gesa")).text,
    (await at.api.get("/memory/search?q=Who%20is%20Gesa")).text,
  ];
  expect(shown[0]).toContain("Gesa");
  for (const text of shown) expect(text).not.toContain("cannot stand");
});

const SIDE_BY_SIDE: [says: string, old: ToldFact[], next: string, now: ToldFact[]][] = [
  [
    "I work at Hofmann.",
    [ofUser("WORKS_AT", "Hofmann", "The user works at Hofmann.")],
    "I joined the Elm Lane gym.",
    [ofUser("JOINED", "Elm Lane gym", "The user joined the Elm Lane gym.")],
  ],
  [
    "I am a carpenter.",
    [ofUser("HAS_PROFESSION", "carpenter", "The user is a carpenter.")],
    "I am a vegan.",
    [ofUser("IS", "vegan", "The user is a vegan.")],
  ],
  [
    "It rains.",
    [],
    "I work at Edeka and at Rewe.",
    [
      ofUser("WORKS_AT", "Edeka", "The user works at Edeka."),
      ofUser("WORKS_AT", "Rewe", "The user works at Rewe."),
    ],
  ],
  [
    "It rains.",
    [],
    "I drive a blue Fiat, and for work a grey pickup.",
    [
      ofUser("DRIVES", "blue Fiat", "The user drives a blue Fiat."),
      ofUser("DRIVES", "grey pickup", "The user drives a grey pickup for work."),
    ],
  ],
  [
    "It rains.",
    [],
    "Nordwerk is in Husum, in Denmark.",
    [
      { subject: "Nordwerk", predicate: "LOCATED_IN", object: "Husum", text: "Nordwerk is in Husum." },
      { subject: "Nordwerk", predicate: "LOCATED_IN", object: "Denmark", text: "Nordwerk is in Denmark." },
    ],
  ],
];

test.each(SIDE_BY_SIDE)("5: %s %o %s: both hold", async (says, old, next, now) => {
  await tell(says, { facts: old }, "2026-03-01");
  await tell(next, { facts: now }, "2026-04-01");
  expect(await at.statuses()).toEqual(
    Object.fromEntries([...old, ...now].map(({ text }) => [text, "verified"])),
  );
});

test("6: a name that the turn does not give is nobody's", async () => {
  await tell("My sister Liselotte lives in Gera.", {
    entities: [{ name: "Liselotte", type: "person", aliases: ["Lotte", "Lilo"] }],
    facts: [
      { subject: "Liselotte", predicate: "LIVES_IN", object: "Gera", text: "Liselotte lives in Gera." },
      ofUser("HAS_SISTER", "Liselotte", "The user has a sister called Liselotte.", {
        objectKind: "entity",
      }),
    ],
  });
  await tell("Lotte from the office lives in Jena.", {
    entities: [{ name: "Lotte", type: "person" }],
    facts: [{ subject: "Lotte", predicate: "LIVES_IN", object: "Jena", text: "Lotte lives in Jena." }],
  });
  const { items } = (await at.api.get("/memory/entities?q=L&limit=50")).body;
  const names = items.filter(({ type }: any) => type === "person").map(({ name }: any) => name);
  expect(names).toEqual(expect.arrayContaining(["Liselotte", "Lotte"]));
  const known = await at.facts();
  expect(known["Lotte lives in Jena."].subjectId).not.toBe(known["Liselotte lives in Gera."].subjectId);
  expect(known["Liselotte lives in Gera."].status).toBe("verified");
});

const AT_ODDS: [name: string, first: ToldFact, second: ToldFact][] = [
  [
    "eyes",
    ofUser("HAS_EYE_COLOUR", "green", "The user has green eyes."),
    ofUser("HAS_EYE_COLOUR", "grey", "The user has grey eyes."),
  ],
  [
    "food",
    ofUser("HAS_FAVOURITE_FOOD", "ramen", "The user's favourite food is ramen."),
    ofUser("HAS_FAVOURITE_FOOD", "tacos", "The user's favourite food is tacos."),
  ],
  [
    "homes",
    ofUser("LIVES_IN", "Mainz", "The user lives in Mainz."),
    ofUser("LIVES_IN", "Emden", "The user lives in a flat in Emden."),
  ],
];

test.each(AT_ODDS)("7: two sides of one matter come to their owner: %s", async (_, first, second) => {
  at.llama.table.rulings = [{ old: first.text, new: second.text, ruling: "unclear" }];
  await tell(first.text.replace("The user", "I"), { facts: [first] }, "2026-03-01");
  await tell(second.text.replace("The user", "I"), { facts: [second] }, "2026-04-01");
  expect(await at.statuses()).toEqual({ [first.text]: "disputed", [second.text]: "disputed" });
  expect((await at.api.get("/memory/review?kind=dispute")).body.items).toHaveLength(1);
});

test("7: one sentence under two predicates is one memory", async () => {
  const text = "The user drinks tea every morning.";
  at.llama.table.rulings = [{ old: text, new: text, ruling: "duplicate" }];
  await tell("I drink tea every morning.", {
    facts: [ofUser("DRINKS", "tea", text), ofUser("HAS_HABIT", "drinks tea every morning", text)],
  });
  const { items } = (await at.api.get("/memory/facts?limit=50")).body;
  expect(items.filter((fact: any) => fact.text === text)).toHaveLength(1);
});

test("7: what died is had no more", async () => {
  const has = ofUser("HAS_PET", "Balou", "The user has a dog called Balou.", {
    objectKind: "entity",
    quote: "I have a dog called Balou",
  });
  const died: ToldFact = {
    subject: "Balou",
    predicate: "DIED",
    object: "yes",
    text: "Balou died.",
    quote: "Balou died",
    change: "ending",
  };
  at.llama.table.changes = [{ known: has.text, news: died.text, standing: "over" }];
  await tell("I have a dog called Balou.", { facts: [has] }, "2026-03-01");
  await tell("Balou died.", { facts: [died] }, "2026-04-01");
  expect((await at.facts())[has.text].status).toBe("superseded");
});

test("7: what died is had no more, told in one turn", async () => {
  const has = ofUser("HAS_PET", "Balou", "The user has a dog called Balou.", {
    objectKind: "entity",
    quote: "I had a dog called Balou",
  });
  const died: ToldFact = {
    subject: "Balou",
    predicate: "DIED",
    object: "yes",
    text: "Balou died.",
    quote: "Balou died",
    change: "ending",
  };
  at.llama.table.changes = [{ known: has.text, news: died.text, standing: "over" }];
  at.llama.table.rulings = [{ old: has.text, new: died.text, ruling: "ending" }];
  await tell("I had a dog called Balou, and Balou died.", { facts: [has, died] }, "2026-04-01");
  expect((await at.facts())[has.text].status).toBe("superseded");
});

test("8: what is said of somebody follows what is believed", async () => {
  const entities = [{ name: "Henrike", type: "person" }];
  const metz: ToldFact = {
    subject: "Henrike",
    predicate: "LIVES_IN",
    object: "Metz",
    text: "Henrike lives in Metz.",
  };
  const brest: ToldFact = { ...metz, object: "Brest", text: "Henrike lives in Brest.", change: "update" };
  const baker: ToldFact = {
    ...metz,
    predicate: "HAS_PROFESSION",
    object: "baker",
    text: "Henrike is a baker.",
  };
  at.llama.table.rulings = [{ old: metz.text, new: brest.text, ruling: "update" }];
  await tell("Henrike lives in Metz. Henrike is a baker.", { facts: [metz, baker], entities }, "2026-03-01");
  const { runId } = (await at.api.post("/maintenance/jobs/summarise/run", {})).body;
  await until(async () => (await at.api.get(`/maintenance/runs/${runId as string}`)).body.state === "done");
  const line = async () => (await at.found("Who is Henrike?")).find(({ kind }) => kind === "entity")?.text;
  expect(await line()).toContain("Metz");
  await tell("Henrike moved to Brest.", { facts: [brest], entities }, "2026-04-01");
  expect(await at.statuses()).toMatchObject({ [metz.text]: "superseded", [brest.text]: "verified" });
  expect(await line()).toContain("Henrike");
  expect(await line()).not.toContain("Metz");
  expect(await rpc("entities", { q: "Henrike" })).not.toContain("Metz");
});

const DATED: [says: string, fact: ToldFact, times: object][] = [
  [
    "I have a trip to Naples in August.",
    ofUser("TRAVELS_TO", "Naples", "The user has a trip to Naples in August.", { validAt: "2026-08" }),
    { validAt: expect.stringMatching(/^2026-08-01/), validAtPrecision: "month" },
  ],
  [
    "My uncle Horst died last month.",
    {
      subject: "Horst",
      predicate: "DIED",
      object: "yes",
      text: "Horst died last month.",
      validAt: "2026-04",
    },
    { validAt: expect.stringMatching(/^2026-04-01/), validAtPrecision: "month" },
  ],
  [
    "I started at Siltronic last year.",
    ofUser("WORKS_AT", "Siltronic", "The user started at Siltronic last year.", { validAt: "2025" }),
    { validAt: expect.stringMatching(/^2025-01-01/), validAtPrecision: "year" },
  ],
  [
    "I lived in Leipzig from 2014 to 2018.",
    ofUser("LIVES_IN", "Leipzig", "The user lived in Leipzig from 2014 to 2018."),
    {
      validAt: expect.stringMatching(/^2014-01-01/),
      validAtPrecision: "year",
      invalidAt: expect.stringMatching(/^2019-01-01/),
      invalidAtPrecision: "year",
    },
  ],
];

test.each(DATED)("9: a statement keeps its time: %s", async (says, fact, times) => {
  await tell(says, { facts: [{ ...fact, quote: says.replace(/\.$/, "") }] }, "2026-05-20");
  expect((await at.facts())[fact.text]).toMatchObject(times);
});
