import { expect, test } from "vitest";
import type { Episode } from "../../../../src/domain/model/episode.ts";
import type { UserStore } from "../../../../src/ports/memory-store.ts";
import { mentionsOf } from "../../../../src/services/forgetting/mentions.ts";

/** The sentences of the user's messages that speak of a topic. */
async function meant(topic: string[], ...messages: string[]): Promise<string[]> {
  const episodes = messages.map(
    (userMessage, n) => ({ id: `e${n}`, userMessage, assistantReply: null }) as unknown as Episode,
  );
  const user = {
    search: async () => episodes,
    episodesById: async () => episodes,
    facts: async () => [],
  } as unknown as UserStore;
  const { elsewhere } = await mentionsOf(user, topic);
  return elsewhere.flatMap(({ episode, spans }) =>
    spans.map((span) => episode.userMessage.slice(span.start, span.end)),
  );
}

test("of two things named together only a sentence with both is meant", async () => {
  expect(
    await meant(["nils", "shutdown"], "Nils is a welder.", "Nils told me of the shutdown in May. I slept."),
  ).toEqual(["Nils told me of the shutdown in May."]);
});

test("words are the same in the forms of one stem, and in no synonym", async () => {
  expect(await meant(["clinic"], "Two clinics wrote to me.", "The hospital wrote.")).toEqual([
    "Two clinics wrote to me.",
  ]);
});

test("a stop word is a name where it is capitalised within a sentence", async () => {
  expect(
    await meant(["will"], "I will call you. Then Will called me.", "Will you come?", "What will be will be."),
  ).toEqual(["Then Will called me."]);
});
