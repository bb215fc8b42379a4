import { z } from "zod";
import type { Entity } from "../../domain/model/entity.ts";
import { invalidField } from "../../errors.ts";
import { namedEntity } from "../../services/named-entity.ts";
import { tool, type Call } from "../tool.ts";
import { factTold } from "./facts.ts";
import { EntityName, FactOutput, limit } from "./schemas.ts";

const Things = z.array(
  z.looseObject({ id: z.string(), name: z.string(), type: z.string(), score: z.number() }),
);

export const graph = tool({
  name: "graph",
  title: "How things hang together",
  description:
    "Questions about how people and things are linked. `connect`: the facts that lead `from` one `to` another. `around`: " +
    "what an `entity` has most to do with. `important`: what the user has most to do with. `bridges`: what links the rest, " +
    "and without which others are linked no more. `topics`: things known and talked of together.",
  right: "read",
  hints: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    action: z.enum(["important", "bridges", "connect", "around", "topics"]),
    from: EntityName,
    to: EntityName,
    entity: EntityName,
    limit: limit(5).describe("Paths at most."),
  }),
  output: z.object({
    things: Things.optional(),
    cutPoints: Things.optional().describe(
      "Things without which `score` others are linked to the rest no more.",
    ),
    distance: z
      .number()
      .nullable()
      .optional()
      .describe("Links of the shortest way; null: nothing connects them."),
    paths: z.array(z.array(FactOutput)).optional(),
    topics: z.array(z.looseObject({ id: z.string(), name: z.string(), summary: z.string() })).optional(),
  }),
  async run({ engine, user }, { action, limit, ...names }) {
    const entityOf = async (field: "from" | "to" | "entity"): Promise<Entity> => {
      const name = names[field];
      if (name === undefined) throw invalidField(field, `is needed by ${action}`);
      return namedEntity(user, field, name);
    };
    switch (action) {
      case "important":
        return { data: { things: (await engine.graph.insights(user)).important.map(scoredTold) } };
      case "bridges": {
        const { bridges, cutPoints } = await engine.graph.insights(user);
        return { data: { things: bridges.map(scoredTold), cutPoints: cutPoints.map(scoredTold) } };
      }
      case "around":
        return {
          data: { things: (await engine.graph.around(user, (await entityOf("entity")).id)).map(scoredTold) },
        };
      case "connect": {
        const ends = { from: (await entityOf("from")).id, to: (await entityOf("to")).id };
        const { distance, paths } = await engine.graph.paths(user, ends, limit);
        return { data: { distance, paths: paths.map((path) => path.map(factTold)) } };
      }
      case "topics":
        return { data: { topics: await topicsTold(user) } };
    }
  },
});

const TOPICS = 10;

async function topicsTold(user: Call["user"]) {
  const { items } = await user.communityPage({ limit: TOPICS });
  return items.map(({ id, name, summary, members }) => ({ id, name, summary, things: members.length }));
}

function scoredTold({ entity: { id, name, type }, score }: { entity: Entity; score: number }) {
  return { id, name, type, score };
}
