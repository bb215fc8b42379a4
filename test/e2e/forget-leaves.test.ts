import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ofUser, startTableBench, type TableBench } from "../support/belief-bench.ts";

/** What stays of a forgotten turn in a conversation that goes on, and of the intent that took it. */
let at: TableBench;

beforeAll(async () => {
  at = await startTableBench({ FORGET_GRACE_HOURS: "0" });
});
afterAll(() => at?.close());
beforeEach(() => at.newUser());

const SAYS = "I live in Narvik.";

async function tellAndForget(
  intent: string,
  reply = "I see.",
): Promise<{ title: string; turns: string[][] }> {
  at.llama.table.reply = (message) => (message.includes("Narvik") ? reply : "I see.");
  at.llama.table.reads[SAYS] = { facts: [ofUser("LIVES_IN", "Narvik", "The user lives in Narvik.")] };
  const { conversationId } = await at.api.say(SAYS);
  await at.api.extracted();
  await at.api.say(intent, { conversationId });
  const { title, episodes } = (await at.api.get(`/conversations/${conversationId}?limit=50`)).body;
  return {
    title,
    turns: episodes.map((turn: any) => [turn.userMessage, turn.assistantReply.split("\n").at(-1)]),
  };
}

test("the turn leaves its place, and the intent that it was one", async () => {
  const { title, turns } = await tellAndForget("Forget that I live in Narvik.");
  expect(turns).toEqual([
    ["[forgotten]", "I see."],
    ["[a wish to forget]", expect.stringContaining("Forgotten")],
  ]);
  expect(title).toBe("[forgotten]");
});

test("so it is for what was said last, whose reply goes where it repeats it", async () => {
  const { turns } = await tellAndForget("Forget that.", "Narvik is lovely.");
  expect(turns).toEqual([
    ["[forgotten]", "[forgotten]"],
    ["[a wish to forget]", expect.stringContaining("Forgotten")],
  ]);
});

test("what is said beside the intent stays, and is not found by words of the mark", async () => {
  const { turns } = await tellAndForget("Forget that I live in Narvik. And what about tea?");
  expect(turns[1]).toEqual(["[a wish to forget] And what about tea?", "I see."]);
  const { body } = await at.api.post("/memory/search", { q: "wish", relevance: "any" });
  expect(body.results.filter(({ components }: any) => "lane.text" in components)).toEqual([]);
});

test("what is told and taken back in one message leaves both marks", async () => {
  const { body } = await at.api.post("/chat", { message: "The gate code is 4711. Forget that." });
  const { userMessage } = (await at.api.get(`/memory/episodes/${body.episodeId}`)).body;
  expect(userMessage).toBe("[forgotten] [a wish to forget]");
});
