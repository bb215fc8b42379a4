import { expect } from "vitest";
import { conversationGraph } from "../../src/services/conversation-graph.ts";
import type { Case } from "./memory-store.ts";
import { batch, entity, fact, quote, say } from "./memory-store-story.ts";

/** The graph of one conversation, over the store that is tested. */
export function conversationGraphContract(declare: Case): void {
  declare(
    "a conversation's graph is what its turns say, and grows by what was not told",
    async ({ ann, bob }) => {
      const self = await ann.self();
      const first = await say(ann, "first", "My sister Mira lives in Porto.");
      await ann.apply(
        batch([
          { op: "entity.put", entity: entity("mira", "Mira") },
          { op: "entity.put", entity: entity("porto", "Porto") },
          {
            op: "fact.put",
            fact: fact("lives", "mira", "LIVES_IN", { objectId: "porto", evidence: [quote(first, "Mira")] }),
          },
        ]),
      );
      const graph = conversationGraph(ann, "c1");
      const whole = await graph.snapshot();
      expect(whole.nodes.map(({ id, degree }) => [id, degree]).toSorted()).toEqual([
        ["mira", 1],
        ["porto", 1],
      ]);
      expect(whole.edges.map(({ id }) => id)).toEqual(["lives"]);

      const second = await say(ann, "second", "I visited Mira.");
      await ann.apply(
        batch([
          {
            op: "fact.put",
            fact: fact("visits", self.id, "VISITED", { objectId: "mira", evidence: [quote(second, "Mira")] }),
          },
        ]),
      );
      const grown = await graph.grown("second");
      expect(grown.nodes.map(({ id }) => id)).toEqual([self.id]);
      expect(grown.edges.map(({ id }) => id)).toEqual(["visits"]);
      expect(await graph.grown("second")).toEqual({ nodes: [], edges: [] });

      await say(ann, "elsewhere", "Mira again.", { conversationId: "c2" });
      expect(await graph.grown("elsewhere")).toEqual({ nodes: [], edges: [] });
      expect(await graph.isAbout("elsewhere")).toBe(false);
      expect(await conversationGraph(bob, "c1").snapshot()).toMatchObject({ nodes: [], edges: [] });
    },
  );
}
