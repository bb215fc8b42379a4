import { z } from "zod";
import type { Entity } from "../../domain/model/entity.ts";
import { invalidField } from "../../errors.ts";
import { namedEntity } from "../../services/named-entity.ts";
import { tool } from "../tool.ts";
import { factTeller } from "./facts.ts";
import { EntityName, EntityOutput, FactOutput, limit } from "./schemas.ts";

const Things = z.array(EntityOutput.pick({ id: true, name: true, type: true }).extend({ score: z.number() }));

export const graph = tool({
  name: "graph",
  title: "How things are linked",
  description:
    "How people and things are linked. `connect`: the facts that lead `from` one `to` another. `around`: what an `entity` has " +
    "most to do with; `important`: what the user has. `bridges`: what links the others; without a cut point some are alone.",
  right: "read",
  input: z.object({
    action: z.enum(["connect", "around", "important", "bridges"]),
    from: EntityName,
    to: EntityName,
    entity: EntityName,
    limit: limit(5),
  }),
  output: z.object({
    things: Things.optional(),
    cutPoints: Things.optional(),
    distance: z.number().nullable().optional().describe("Of the shortest path; null: nothing connects them."),
    paths: z.array(z.array(FactOutput)).optional(),
  }),
  async run({ engine, user }, { action, limit, ...names }) {
    const idOf = async (field: keyof typeof names): Promise<string> => {
      const name = names[field];
      if (name === undefined) throw invalidField(field, `is needed by ${action}`);
      return (await namedEntity(user, field, name)).id;
    };
    if (action === "connect") {
      const ends = { from: await idOf("from"), to: await idOf("to") };
      const { distance, paths } = await engine.graph.paths(user, ends, limit);
      const told = await factTeller(user);
      return { data: { distance, paths: paths.map((path) => path.map(told)) } };
    }
    if (action === "around")
      return { data: { things: (await engine.graph.around(user, await idOf("entity"))).map(scoredTold) } };
    const { important, bridges, cutPoints } = await engine.graph.insights(user);
    if (action === "important") return { data: { things: important.map(scoredTold) } };
    return { data: { things: bridges.map(scoredTold), cutPoints: cutPoints.map(scoredTold) } };
  },
});

function scoredTold({ entity: { id, name, type }, score }: { entity: Entity; score: number }) {
  return { id, name, type, score };
}
