import { expect } from "vitest";
import { DAY_MS, plusMs } from "../../src/domain/model/time.ts";
import type { Trace } from "../../src/domain/model/trace.ts";
import type { Case } from "./memory-store.ts";
import type { EpisodePageQuery } from "../../src/ports/memory-store.ts";
import { START, batch, say, tellStory, walk } from "./memory-store-story.ts";

export function trace(episodeId: string, more: Partial<Trace> = {}): Trace {
  return {
    episodeId,
    purpose: "blind",
    at: START,
    origin: "extract@1#abc",
    model: "m",
    promptTokens: 100,
    completionTokens: 20,
    seconds: 1.5,
    reasoning: null,
    suspicion: null,
    ballots: {},
    rulings: {},
    ...more,
  };
}

const put = (one: Trace) => batch([{ op: "trace.put", trace: one }]);

/** What models said about an episode: kept once per purpose, gone with the words it was about. */
export function traceContract(declare: Case): void {
  declare("a trace is kept per purpose, the last one of each", async ({ ann, bob }) => {
    await tellStory(ann, "a");
    const first = trace("a-sister", { ballots: { "a-fact-city": "for" }, reasoning: "She said so." });
    await ann.apply(put(first));
    await ann.apply(put(trace("a-sister", { purpose: "adjudicate", rulings: { x: "update" } })));
    await ann.apply(put({ ...first, ballots: { "a-fact-city": "against" } }));
    const kept = await ann.traces(["a-sister"]);
    expect(kept.map(({ purpose }) => purpose).sort()).toEqual(["adjudicate", "blind"]);
    expect(kept.find(({ purpose }) => purpose === "blind")?.ballots).toEqual({ "a-fact-city": "against" });
    expect(await bob.traces(["a-sister"])).toEqual([]);
  });

  declare(
    "turns about which a reasoning looked suspicious are listed, newest first",
    async ({ ann, bob }) => {
      for (const id of ["plain", "doubted", "twice"])
        await say(ann, id, `words of ${id}`, { conversationId: id });
      await say(bob, "his", "words");
      await bob.apply(put(trace("his", { suspicion: 0.9 })));
      await ann.apply(put(trace("plain", { suspicion: 0.5 })));
      await ann.apply(put(trace("doubted", { purpose: "extract", suspicion: 0.6 })));
      for (const purpose of ["blind", "verdict-a"] as const)
        await ann.apply(put(trace("twice", { purpose, suspicion: 0.8 })));
      const listed = async (more: EpisodePageQuery = {}) =>
        (await walk((page) => ann.episodePage({ suspicious: true, ...more, ...page }), 1)).map(
          ({ id }) => id,
        );
      expect(await listed()).toEqual(["twice", "doubted"]);
      expect(await listed({ conversationId: "doubted" })).toEqual(["doubted"]);
      await ann.forget({ episodeId: "twice" }, START);
      expect(await listed()).toEqual(["doubted"]);
    },
  );

  declare("a trace of an unknown episode is dropped", async ({ ann }) => {
    await ann.apply(put(trace("nowhere")));
    expect(await ann.traces(["nowhere"])).toEqual([]);
  });

  declare("what the passes cost is told since a time, extractions not counted", async ({ ann }) => {
    await tellStory(ann, "a");
    await ann.apply(put(trace("a-sister", { purpose: "extract" })));
    await ann.apply(put(trace("a-sister", { at: plusMs(START, -2 * DAY_MS), purpose: "verdict-a" })));
    await ann.apply(put(trace("a-work")));
    expect(await ann.modelUse(plusMs(START, -DAY_MS))).toEqual({ calls: 1, tokens: 120, seconds: 1.5 });
    expect((await ann.modelUse(plusMs(START, -3 * DAY_MS))).calls).toBe(2);
  });

  declare("forgotten words are in no trace: neither of their turn nor of another", async ({ ann, clock }) => {
    await tellStory(ann, "a");
    await say(ann, "later", "She likes it there.", { conversationId: "a-conversation" });
    await ann.apply(put(trace("a-sister", { reasoning: "Anna lives in Lisbon, it says." })));
    await ann.apply(put(trace("later", { reasoning: "There means Lisbon.", ballots: { f: "for" } })));
    await ann.forget({ factId: "a-fact-city" }, clock.advance(1000));
    expect(await ann.traces(["a-sister"])).toEqual([]);
    expect(await ann.traces(["later"])).toMatchObject([{ reasoning: null, ballots: { f: "for" } }]);
    await ann.apply(put(trace("later", { reasoning: "Anna is still in Lisbon." })));
    expect(JSON.stringify(await ann.traces(["later"]))).not.toContain("Lisbon");
    await ann.forget({ everything: true }, clock.advance(1000));
    expect(await ann.traces(["later"])).toEqual([]);
  });
}
