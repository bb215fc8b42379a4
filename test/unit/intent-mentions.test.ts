import { expect, test } from "vitest";
import type { Episode } from "../../src/domain/episode.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { mentionsOf } from "../../src/services/intents/mentions.ts";
import type { Target } from "../../src/services/intents/target.ts";

const target = (...parts: string[][]): Target => ({
  parts: parts.map((content) => ({ names: content, content })),
  whole: false,
  isTold: true,
  told: null,
});

/** The sentences of the user's messages that a wish means. */
async function meant(wish: Target, ...messages: string[]): Promise<string[]> {
  const episodes = messages.map(
    (userMessage, n) => ({ id: `e${n}`, userMessage, assistantReply: null }) as unknown as Episode,
  );
  const user = { search: async () => episodes, episodesById: async () => episodes } as unknown as UserStore;
  const found = await mentionsOf(user, wish, []);
  return found.flatMap(({ episode, spans }) =>
    spans.map((span) => episode.userMessage.slice(span.start, span.end)),
  );
}

test("of two things named together only where both are spoken of is meant", async () => {
  expect(
    await meant(target(["nils"], ["shutdown"]), "Nils is a welder.", "Nils says they may shut down in May."),
  ).toEqual(["Nils says they may shut down in May."]);
});

test("an address is known by its form, and whose it is may stand a sentence before", async () => {
  const wish = target(["address", "tuner"]);
  expect(
    await meant(wish, "The tuner comes on Monday. Send it to Karlsgasse 7 then.", "I saw Rome."),
  ).toEqual(["Send it to Karlsgasse 7 then."]);
  expect(await meant(wish, "The tuner comes on Thursday 20 March.")).toEqual([]);
});
