import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ofUser, startTableBench, type TableBench } from "../support/belief-bench.ts";
import type { ToldFact } from "../support/reading-llama.ts";

let at: TableBench;

beforeAll(async () => {
  at = await startTableBench();
});
afterAll(() => at?.close());
beforeEach(() => at.newUser());

const thing = { objectKind: "entity" } as const;
const fact = (subject: string, predicate: string, object: string, text: string): ToldFact => ({
  subject,
  predicate,
  object,
  text,
  quote: text,
});
const subjects = async (): Promise<Record<string, string>> =>
  Object.fromEntries(Object.entries(await at.facts()).map(([text, { subject }]) => [text, subject.id]));
const named = async (name: string): Promise<{ name: string; type: string }[]> =>
  (await at.api.get("/memory/entities?limit=50")).body.items.filter((one: any) => one.name === name);

test("a dog and a colleague of one name are two, whichever is told of", async () => {
  const turn = (type: string, told: ToldFact) =>
    at.tell({ says: told.text, entities: [{ name: "Max", type }], facts: [told] });
  await turn("dog", fact("Max", "AGE", "four", "Max is four years old."));
  await turn("person", fact("Max", "RELATIONSHIP_STATUS", "divorced", "Max got divorced."));
  await turn("dog", fact("Max", "BARKS", "at night", "Max barks at night."));
  const of = await subjects();
  expect(of["Max barks at night."]).toBe(of["Max is four years old."]);
  expect(of["Max got divorced."]).not.toBe(of["Max is four years old."]);
  expect((await named("Max")).map(({ type }) => type).toSorted()).toEqual(["dog", "person"]);
});

test("somebody of whom another word for the kind is used is still the same", async () => {
  const turn = (type: string, told: ToldFact) =>
    at.tell({ says: told.text, entities: [{ name: "Ines", type }], facts: [told] });
  await turn("person", fact("Ines", "HOBBY", "chess", "Ines plays chess."));
  await turn("dentist", fact("Ines", "LIVES_IN", "Ghent", "Ines lives in Ghent."));
  expect(await named("Ines")).toHaveLength(1);
});

test.each([
  ["a value", {}, []],
  ["a thing of its own", thing, [{ name: "Rex", type: "dog" }]],
])("the name of my dog, told as %s, makes no second dog", async (_, kind, entities) => {
  await at.tell({
    says: "My dog's name is Rex.",
    entities: [{ name: "my dog", type: "dog" }, ...entities],
    facts: [{ ...fact("my dog", "NAME", "Rex", "My dog's name is Rex."), ...kind }],
  });
  const ill = fact("Rex", "HAS_CONDITION", "ill", "Rex is ill.");
  await at.tell({ says: ill.text, entities: [{ name: "Rex", type: "dog" }], facts: [ill] });
  const of = await subjects();
  expect(of["Rex is ill."]).toBe(of["My dog's name is Rex."]);
});

test("the name of a second dog is not the first one's", async () => {
  for (const name of ["Rex", "Bello"]) {
    const told = fact("my dog", "NAME", name, `My dog's name is ${name}.`);
    await at.tell({ says: told.text, entities: [{ name: "my dog", type: "dog" }], facts: [told] });
  }
  const of = await subjects();
  expect(of["My dog's name is Bello."]).not.toBe(of["My dog's name is Rex."]);
});

test("a new boss is not the former one, whose name is told as an update", async () => {
  for (const [name, change] of [
    ["Tom", "none"],
    ["Eva", "update"],
  ] as const) {
    const told = fact("my boss", "NAME", name, `My boss's name is ${name}.`);
    const entities = [{ name: "my boss", type: "person" }];
    await at.tell({ says: told.text, entities, facts: [{ ...told, change }] });
  }
  const of = await subjects();
  expect(of["My boss's name is Eva."]).not.toBe(of["My boss's name is Tom."]);
});

test("a name whose spelling is corrected means the same person", async () => {
  const anna = { name: "Anna", type: "person", aliases: ["my sister"] };
  const lives = fact("Anna", "LIVES_IN", "Ghent", "My sister Anna lives in Ghent.");
  await at.tell({ says: lives.text, entities: [anna], facts: [lives] });
  const spelled = fact("Anna", "NAME", "Ana", "Her name is spelled Ana, not Anna.");
  await at.tell({
    says: spelled.text,
    entities: [{ name: "Anna", type: "person" }],
    facts: [{ ...spelled, change: "correction" }],
  });
  const plays = fact("Ana", "HOBBY", "golf", "Ana plays golf.");
  await at.tell({ says: plays.text, entities: [{ name: "Ana", type: "person" }], facts: [plays] });
  const of = await subjects();
  expect(of["Ana plays golf."]).toBe(of["My sister Anna lives in Ghent."]);
});

test("a firm's new name is not the firm itself", async () => {
  const works = ofUser("WORKS_AT", "Dataform", "I work at Dataform.", {
    ...thing,
    quote: "I work at Dataform",
  });
  const firm = { name: "Dataform", type: "company" };
  await at.tell({ says: works.text, entities: [firm], facts: [works] });
  const renamed = fact("Dataform", "RENAMED_TO", "Kelda", "Dataform is now called Kelda.");
  await at.tell({ says: renamed.text, entities: [{ ...firm, aliases: ["Kelda"] }], facts: [renamed] });
  expect((await at.facts())["Dataform is now called Kelda."]).toMatchObject({ value: "Kelda", object: null });
});

test("a pronoun is nobody's name: we are the user, and she stays unnamed", async () => {
  const told = [
    fact("We", "LIVES_IN", "Bruges", "We live in Bruges."),
    fact("wir", "HOBBY", "Schach", "Wir spielen gern Schach."),
    fact("She", "HOBBY", "golf", "She plays golf with me."),
    fact("US", "CAPITAL", "Washington", "The capital of the US is Washington."),
  ];
  for (const one of told) await at.tell({ says: one.text, facts: [one] });
  const facts = await at.facts();
  expect(Object.keys(facts).toSorted()).toEqual([told[3], told[0], told[1]].map((one) => one?.text));
  expect(facts["We live in Bruges."].subject.id).toBe(facts["Wir spielen gern Schach."].subject.id);
  expect(facts["The capital of the US is Washington."].subject.name).toBe("US");
  const { items } = (await at.api.get("/memory/rejections")).body;
  expect(items).toMatchObject([{ detail: "no such subject", proposal: { subject: "She" } }]);
});

test("a question, a denial and hearsay are no evidence for what is known, whatever a model reads", async () => {
  const text = "The user is allergic to walnuts.";
  for (const says of [
    "I am allergic to walnuts.",
    "Hello! Am I allergic to walnuts?",
    "I never said I was allergic to walnuts.",
    "My sister says I am allergic to walnuts.",
    "No cake, I am allergic to walnuts.",
  ])
    await at.tell({
      says,
      facts: [ofUser("ALLERGIC_TO", "walnuts", text, { quote: "allergic to walnuts" })],
    });
  const { evidence } = (await at.facts())[text];
  const turns = await Promise.all(
    evidence.map((one: any) => at.api.get(`/memory/episodes/${one.episodeId}`)),
  );
  const words = turns.map(({ body }) => body.userMessage ?? body.text);
  expect(words).toEqual(["I am allergic to walnuts.", "No cake, I am allergic to walnuts."]);
});
