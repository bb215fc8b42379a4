import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ofUser, startTableBench, type TableBench, type ToldTurn } from "../support/belief-bench.ts";
import type { ToldFact } from "../support/reading-llama.ts";

/** A name that an extractor gives to somebody who is believed stands once it was judged. */
let at: TableBench;

beforeAll(async () => {
  at = await startTableBench();
});
afterAll(() => at?.close());
beforeEach(async () => {
  await at.newUser();
  await at.tell({
    says: "My friend Anna lives in Rome.",
    entities: [{ name: "Anna", type: "person" }],
    facts: [{ subject: "Anna", predicate: "LIVES_IN", object: "Rome", text: "Anna lives in Rome." }],
  });
});

const anna = async (): Promise<{ status: string; aliases: string[] }> => {
  const { status, aliases } = (await at.api.get("/memory/entities?q=Anna")).body.items[0];
  return { status, aliases: aliases.map(({ alias }: { alias: string }) => alias) };
};
const hear = async (says: string, aliases: string[]): Promise<void> => {
  at.llama.table.reads[says] = { entities: [{ name: "Anna", type: "person", aliases }] };
  await at.send(says);
  await at.api.extracted();
};

test("it waits for the votes, which may give it", async () => {
  await hear("Annchen brought a cake, and Anna sang.", ["Annchen"]);
  expect(await anna()).toEqual({ status: "verified", aliases: ["Anna"] });
  expect(await at.statuses()).toMatchObject({ "Anna is known as Annchen.": "staged" });
  await at.api.verify();
  expect(await at.statuses()).toMatchObject({ "Anna is known as Annchen.": "verified" });
  expect(await anna()).toEqual({ status: "verified", aliases: ["Anna", "Annchen"] });
});

test("the votes may refuse it", async () => {
  at.llama.table.unsupported = /Berta/;
  await hear("Berta brought a cake, and Anna sang.", ["Berta"]);
  await at.api.verify();
  expect(await anna()).toEqual({ status: "verified", aliases: ["Anna"] });
  expect((await at.api.get("/memory/rejections")).text).toContain("Anna is known as Berta.");
});

test("the owner may give it", async () => {
  await hear("Annchen brought a cake, and Anna sang.", ["Annchen"]);
  const { id } = (await at.facts())["Anna is known as Annchen."];
  await at.api.send("PATCH", `/memory/facts/${id}`, { status: "verified" });
  expect((await anna()).aliases).toEqual(["Anna", "Annchen"]);
});

test("a role counts only where it stands by the name", async () => {
  await hear("Anna phoned my sister.", ["my sister"]);
  expect((await anna()).aliases).toEqual(["Anna"]);
  await hear("My sister Anna is ill.", ["my sister"]);
  expect((await anna()).aliases).toEqual(["Anna", "my sister", "sister"]);
});

test("two of one family are two, whatever aliases they get, and so are a firm and a man of its name", async () => {
  const livesIn = (subject: string, object: string): ToldFact => ({
    subject,
    predicate: "LIVES_IN",
    object,
    objectKind: "entity",
    text: `${subject} lives in ${object}.`,
  });
  const [tim, jane] = [livesIn("Tim Miller", "Oslo"), livesIn("Jane Miller", "Bern")];
  const works = ofUser("WORKS_AT", "Ford", "The user works at Ford.", { objectKind: "entity" });
  const retired = {
    subject: "Harrison Ford",
    predicate: "STATUS",
    object: "retired",
    text: "Harrison Ford is retired.",
  };
  const person = (name: string, ...aliases: string[]) => ({ name, type: "person", aliases });
  await at.tell({
    says: "Tim Miller lives in Oslo and Jane Miller lives in Bern.",
    facts: [tim, jane],
    entities: [person("Tim Miller", "Tim", "Miller"), person("Jane Miller", "Jane", "Miller")],
  });
  await at.tell({
    says: "I work at Ford. My neighbour Harrison Ford is retired.",
    facts: [works, retired],
    entities: [{ name: "Ford", type: "company" }, person("Harrison Ford", "Ford")],
  });
  const facts = await at.facts();
  expect(facts[jane.text].subjectId).not.toBe(facts[tim.text].subjectId);
  expect(facts[works.text].objectId).not.toBe(facts[retired.text].subjectId);
});

test("a role whose bearer it no longer fits is another's", async () => {
  const husband = (name: string, more: Partial<ToldFact> = {}): ToldFact =>
    ofUser("SPOUSE", name, `The user's husband is ${name}.`, { objectKind: "entity", ...more });
  const divorced = husband("Mark", {
    text: "The user got divorced from Mark.",
    polarity: "negative",
    change: "ending",
  });
  const golf = { predicate: "HOBBY", object: "golf", text: "The user's husband plays golf." };
  const known = { type: "person", aliases: ["husband"] };
  at.llama.table.rulings = [{ old: husband("Mark").text, new: divorced.text, ruling: "ending" }];
  const turns: ToldTurn[] = [
    { says: "My husband Mark sails.", facts: [husband("Mark")], entities: [{ name: "Mark", ...known }] },
    { says: "Mark and I got divorced.", facts: [divorced] },
    { says: "I married Paul!", facts: [husband("Paul")] },
    { says: "My husband plays golf.", facts: [{ subject: "husband", ...golf }] },
  ];
  for (const turn of turns) await at.tell(turn);
  const facts = await at.facts();
  expect(facts[golf.text].status).toBe("verified");
  expect(facts[golf.text].subjectId).not.toBe(facts[husband("Mark").text].objectId);
});
