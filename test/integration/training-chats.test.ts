import { expect, test } from "vitest";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import { trainingChats } from "../../src/services/review/training-chats.ts";
import { batch, entity, fact, quote, rejection, say } from "../contracts/memory-store-story.ts";
import { openMemory } from "../support/memory.ts";

const JUDGED = {
  extraction: { state: "done", attempts: 1, error: null },
  verification: { state: "done", attempts: 1, error: null },
} as const;

test("verified statements are right answers, refused ones wrong; off the record, unjudged and forgotten turns are left out", async () => {
  const memory = await openMemory();
  try {
    const user = memory.store.forUser("ann");
    const told = async (id: string, text: string, more: Mutation[] = [], set: object = JUDGED) => {
      const episode = await say(user, id, text, { reply: "I see.", memory: id === "off" ? "off" : "on" });
      const about = { text, value: text, status: "verified" as const, evidence: [quote(episode, text)] };
      await user.apply(
        batch([
          { op: "episode.patch", id, set },
          { op: "fact.put", fact: fact(`f-${id}`, "otto", "LIKES", about) },
          ...more,
        ]),
      );
    };
    await user.apply(batch([{ op: "entity.put", entity: entity("otto", "Otto", { type: "person" }) }]));
    const refused = (id: string, object: string): Mutation => ({
      op: "rejection.put",
      rejection: rejection(id, { episodeId: "herons", proposal: { subject: "Otto", object } }),
    });
    await told("herons", "Otto likes herons.", [
      refused("r1", "owls"),
      refused("r2", "swans"),
      { op: "rejection.overrule", id: "r2", factId: "f-herons" },
    ]);
    await told("gulls", "Otto likes gulls.", [], { extraction: JUDGED.extraction });
    await user.apply(
      batch([
        {
          op: "episode.patch",
          id: "gulls",
          set: { verification: { ...JUDGED.verification, state: "pending" } },
        },
      ]),
    );
    await told("off", "Otto likes geese.");
    await told("rooks", "Otto likes rooks.");
    await user.forget({ episodeId: "rooks" }, memory.clock.advance(1000));

    const chats = await Array.fromAsync(trainingChats(user, "The rules.", 10));
    expect(chats.map(({ label }) => label)).toEqual([true, false]);
    for (const { messages } of chats) {
      expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user", "assistant"]);
      expect(messages[0]?.content).toBe("The rules.");
      expect(messages[1]?.content).toBe("Otto likes herons.");
    }
    const [right, wrong] = chats.map(
      ({ messages }) => JSON.parse(String(messages.at(-1)?.content)).turns[0].facts,
    );
    expect(right).toMatchObject([
      {
        subject: "Otto",
        predicate: "LIKES",
        objectKind: "value",
        quote: "Otto likes herons.",
        polarity: "positive",
      },
    ]);
    expect(wrong, "what was overruled is not wrong").toEqual([{ subject: "Otto", object: "owls" }]);
    const text = JSON.stringify(chats);
    for (const absent of ["rooks", "geese", "gulls", "swans"]) expect(text).not.toContain(absent);
    expect(await Array.fromAsync(trainingChats(user, "The rules.", 1))).toHaveLength(1);
  } finally {
    await memory.close();
  }
});
