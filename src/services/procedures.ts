import { z } from "zod";
import type { Outcome } from "../domain/model/context.ts";
import { newEntity, type Entity } from "../domain/model/entity.ts";
import type { Mutation } from "../domain/model/mutation.ts";
import {
  outcomeEvent,
  PROCEDURE,
  procedureText,
  recordOf,
  stepsOf,
  tagsOf,
} from "../domain/model/procedure.ts";
import { notFound } from "../errors.ts";
import { foldName, oneLine } from "../language/text.ts";
import type { Page, PageRequest, UserStore } from "../ports/memory-store.ts";
import { instantType } from "../store/schema.ts";
import type { Engine } from "./engine-types.ts";
import { remember } from "./remember.ts";

/** A how-to with its record. */
export const Procedure = z.object({
  id: z.string().describe("of an entity: forgotten and undone like any other"),
  name: z.string(),
  steps: z.array(z.string()),
  tags: z.array(z.string()),
  uses: z.int().describe("of the newest 30 uses and outcomes"),
  worked: z.int(),
  partly: z.int(),
  failed: z.int(),
  successRate: z.number().nullable().describe("0-1, partly counts half; null if it was never tried"),
  lastUsedAt: instantType.nullable(),
});
type Procedure = z.infer<typeof Procedure>;

/** The number or bullet before it; where it is told, its place numbers it. */
const MARK = /^\s*(?:\d{1,2}[.)]|[-*•])\s+(?=\S)/u;

/** Lines of one text are steps too. Each is stored in a list as JSON, in which forgotten words are found only without escapes. */
function stepsIn(given: readonly string[]): string[] {
  const lines =
    given.length === 1 ? (given[0] ?? "").split("\n").filter((line) => line.trim() !== "") : given;
  const isMarked = lines.every((line) => MARK.test(line));
  return lines.map((line) => oneLine(isMarked ? line.replace(MARK, "") : line));
}

/** Saves a how-to; one of the same name gets the new steps and keeps its record. */
export async function saveProcedure(
  { store, clock, newId, graphLock }: Pick<Engine, "store" | "clock" | "newId" | "graphLock">,
  userId: string,
  { name, steps, tags }: Pick<Procedure, "name" | "steps" | "tags">,
): Promise<Procedure> {
  const user = store.forUser(userId);
  const properties = { steps: JSON.stringify(stepsIn(steps)), tags: JSON.stringify(tags) };
  const id = await graphLock.run(userId, async () => {
    const named = await user.entitiesByAlias([foldName(name)]);
    const known = named.map(({ entity }) => entity).find((entity) => stepsOf(entity) !== null);
    const now = clock.now();
    const status = "verified" as const;
    const fresh = newEntity({ id: newId(), name: oneLine(name), type: PROCEDURE, createdAt: now, status });
    const mutation: Mutation = known
      ? { op: "entity.patch", id: known.id, set: { properties, status, lastMentionedAt: now } }
      : { op: "entity.put", entity: { ...fresh, properties, confidence: 1 } };
    await user.apply({ actor: "user", reason: "procedure", whole: true, mutations: [mutation] });
    return known?.id ?? fresh.id;
  });
  return procedure(user, id);
}

/** Newest first. */
export async function procedures(user: UserStore, page: PageRequest): Promise<Page<Procedure>> {
  const { items, nextCursor } = await user.entityPage({ ...page, type: PROCEDURE });
  return { items: await procedureViews(user, items), nextCursor };
}

/** How a use of it ended; a note is kept as a message that names the outcome. Throws `not_found`. */
export async function reportOutcome(
  engine: Engine,
  userId: string,
  { id, outcome, note }: { id: string; outcome: Outcome; note?: string | undefined },
): Promise<Procedure> {
  const user = engine.store.forUser(userId);
  await procedure(user, id);
  const about = { outcome, contextType: "completed_action" } as const;
  const noted = note === undefined ? null : await remember(engine, userId, { text: note, ...about });
  await user.recordFeedback([outcomeEvent(id, outcome, engine.clock.now(), noted?.episode.id)]);
  return procedure(user, id);
}

/** Throws `not_found`. */
export async function procedure(user: UserStore, id: string): Promise<Procedure> {
  const entity = await user.entity(id);
  const [found] = entity === null ? [] : await procedureViews(user, [entity]);
  if (found === undefined) throw notFound("procedure", "id");
  return found;
}

async function procedureViews(
  user: Pick<UserStore, "feedbackOn">,
  entities: readonly Entity[],
): Promise<Procedure[]> {
  const current = entities.filter((entity) => entity.status !== "archived" && stepsOf(entity) !== null);
  const events = Map.groupBy(await user.feedbackOn(current.map(({ id }) => id)), ({ targetId }) => targetId);
  return current.map((entity) => {
    const { id, name } = entity;
    return {
      id,
      name,
      steps: stepsOf(entity) ?? [],
      tags: tagsOf(entity),
      ...recordOf(events.get(id) ?? []),
    };
  });
}

/** Entities as recall shows them: a how-to with its steps and record in place of a summary. */
export async function withProcedures(
  user: Pick<UserStore, "feedbackOn">,
  entities: readonly Entity[],
): Promise<Entity[]> {
  if (entities.every((entity) => stepsOf(entity) === null)) return [...entities];
  const known = new Map((await procedureViews(user, entities)).map((one) => [one.id, one]));
  return entities.map((entity) => {
    const one = known.get(entity.id);
    return one === undefined ? entity : { ...entity, summary: procedureText(one.name, one.steps, one) };
  });
}
