import { expect, test } from "vitest";
import type { Episode } from "../../../../src/domain/model/episode.ts";
import { SearchDeadline } from "../../../../src/services/retrieval/deadline.ts";
import { isRelevant, isWeak } from "../../../../src/services/retrieval/relevance.ts";
import { repliesLast, showsReply } from "../../../../src/services/retrieval/replies.ts";
import type { SearchResult } from "../../../../src/services/retrieval/types.ts";

/** Whether, and in which order, what was found is told to the model. */
const turn = (
  userMessage: string,
  {
    reply = null,
    ...more
  }: { reply?: string | null; score?: number; components?: Record<string, number> } = {},
): SearchResult => ({
  kind: "episode",
  id: userMessage,
  text: `user: ${userMessage}`,
  status: "complete",
  score: 0.5,
  components: {},
  evidence: [],
  isNew: false,
  item: { userMessage, assistantReply: reply } as Episode,
  ...more,
});

test.each([
  ["2+2?", "We met 2 friends on day 2.", {}, false],
  ["What is the capital of France?", "We had a chat about the weather.", {}, false],
  ["Why is the sky blue in summer here?", "The sky was grey.", {}, false],
  ["Which boat did I see?", "I saw the boat Mira.", {}, true],
  ["Which boat did I see?", "I saw a ship.", { nearness: 2 }, true],
  ["Which boat did I see?", "I saw a ship.", { nearness: 1 }, false],
  ["Where does Anna work?", "She is at the bakery.", { "lane.mention": 0.6 }, true],
  ["What did I do last week?", "I painted the fence.", { "lane.temporal": 0.6 }, true],
  ["What do you know about me?", "I live in Lyon.", { "lane.mention": 0.15 }, true],
  ["write me a haiku about rain", "I live in Lyon.", { "lane.mention": 0.15 }, false],
  ["How are you?", "I live in Lyon.", { "lane.recent": 1 }, false],
])("%s - %s %j: %s", (question, said, components, relevant) => {
  expect(isRelevant(question, [turn(said, { components })])).toBe(relevant);
});

test("nothing found is neither relevant nor strong", () => {
  expect(isRelevant("Which boat did I see?", [])).toBe(false);
  expect(isWeak([])).toBe(true);
  expect(isWeak([turn("x", { components: { evidence: 0.2 } })])).toBe(true);
  expect(isWeak([turn("x", { components: { evidence: 0.5 } })])).toBe(false);
});

test("a turn found by its reply alone comes after what the user said, and scores no higher", () => {
  const reply = turn("Good night.", {
    reply: "Your boat is Mira.",
    score: 0.9,
    components: { onlyReply: 1 },
  });
  const said = turn("I saw the boat Mira.", { score: 0.3 });
  const missed = turn("The boats are gone.", { score: 0.2, components: { onlyReply: 1 } });
  const ordered = repliesLast([reply, said, missed], "Which boat is it?");
  expect(ordered.map(({ id, score }) => [id, score])).toEqual([
    [said.id, 0.3],
    [missed.id, 0.2],
    [reply.id, 0.2],
  ]);
});

test("a turn's line shows the reply where one of both speaks of what is asked", () => {
  const question = "Which boat did I see?";
  expect(showsReply(turn("I saw the boat Mira.", { reply: "Nice." }), question)).toBe(true);
  expect(showsReply(turn("Good night.", { reply: "Your boat is Mira." }), question)).toBe(true);
  expect(showsReply(turn("Good night.", { reply: "Sleep well." }), question)).toBe(false);
});

test("parts that are late or fail count as empty; without anything found the search was not possible", async () => {
  const deadline = new SearchDeadline(20);
  const never = new Promise<string[]>(() => undefined);
  expect(await deadline.orInstead("text", Promise.resolve(["hit"]), [])).toEqual(["hit"]);
  expect(await deadline.orInstead("graph", Promise.reject(new Error("gone")), ["none"])).toEqual(["none"]);
  expect(await deadline.orInstead("mention", never, [])).toEqual([]);
  expect([...deadline.late]).toEqual(["graph", "mention"]);
  expect(() => deadline.expectSome({ text: ["hit"] })).not.toThrow();
  expect(() => deadline.expectSome({ text: [] })).toThrow("gone");
});
