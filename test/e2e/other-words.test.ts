import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ofUser, startTableBench, type TableBench } from "../support/belief-bench.ts";

/** What is believed is found by words in which nobody told it: a model gives them once, in the idle pass. */
let at: TableBench;

beforeAll(async () => {
  at = await startTableBench();
});
afterAll(() => at?.close());
beforeEach(() => at.newUser());

const OBOE = ofUser("PLAYS", "oboe", "The user plays the oboe.");
const TOLD = { says: "I play the oboe.", facts: [OBOE], on: "2026-03-01" };
const ASKED = "Which instrument do I play music on?";

test("a question in other words finds it, and its words are asked for once", async () => {
  const cat = { says: "I have a cat.", facts: [ofUser("OWNS", "cat", "The user has a cat.")] };
  await at.tellBoth(TOLD, cat, { expansions: { [OBOE.text]: ["instrument", "music"] } });
  const [first] = await at.found(ASKED);
  expect(first).toMatchObject({ kind: "fact", text: OBOE.text });
  expect(at.llama.asked("expansions").filter((text) => text.includes(OBOE.text))).toHaveLength(1);
});

test("an answer that nobody can read leaves it as it was, for the next pass", async () => {
  at.llama.garbled.add("expansions");
  await at.tell(TOLD);
  expect((await at.facts())[OBOE.text]).toMatchObject({ status: "verified" });
  at.llama.garbled.delete("expansions");
  at.llama.table = { ...at.llama.table, expansions: { [OBOE.text]: ["instrument"] } };
  await at.tell({ says: "It rains.", facts: [] });
  expect((await at.found("instrument"))[0]).toMatchObject({ kind: "fact", text: OBOE.text });
});

test("what was forgotten leaves no words behind", async () => {
  at.llama.table = { reads: {}, expansions: { [OBOE.text]: ["instrument"] } };
  await at.tell(TOLD);
  expect(await at.found("instrument")).toHaveLength(1);
  const { id } = (await at.facts())[OBOE.text];
  expect((await at.api.post("/memory/forget", { factId: id })).status).toBe(200);
  expect(await at.found("instrument")).toEqual([]);
});
