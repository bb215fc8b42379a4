import { z } from "zod";
import type { Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { beginningTold, dateTold } from "../../domain/model/local-day.ts";
import { CURRENT_STATUSES, STATUSES } from "../../domain/model/status.ts";
import type { TimePoint } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { clip } from "../../language/text.ts";
import { withBelievedSummaries } from "../../services/retrieval/memory-items.ts";
import { entityStatus } from "../../services/entity-status.ts";
import { tool } from "../tool.ts";
import { namedEntity } from "../../services/named-entity.ts";
import { NAME_CHARS_MAX } from "../../http/schemas.ts";
import { Cursor, EntityName, EntityOutput, FactOutput, limit, NextCursor } from "./schemas.ts";

/** Longest quote returned, characters. */
export const QUOTE_MAX = 200;
/** Newest quotes of a fact; after years there are hundreds, and clients refuse long answers. `explain` returns all. */
const SAID_MAX = 3;

/** A day, a month or a year as the user told it, and a time of day as an instant. */
export function timesTold({ validAt, invalidAt }: Fact, timeZone: string) {
  const isTime = (point: TimePoint): boolean => point.precision === "minute";
  return {
    ...(validAt ? { trueFrom: isTime(validAt) ? validAt.at : beginningTold(validAt, timeZone) } : {}),
    ...(invalidAt ? { trueUntil: isTime(invalidAt) ? invalidAt.at : dateTold(invalidAt, timeZone) } : {}),
  };
}

export type FactTeller = Awaited<ReturnType<typeof factTeller>>;

/** Facts as a model needs them, with the days of the user's zone. */
export async function factTeller(user: UserStore) {
  const { timeZone } = await user.settings();
  return (fact: Fact) => {
    const { id, text, status, confidence, polarity, evidence } = fact;
    return {
      id,
      text,
      status,
      confidence,
      ...(polarity === "negative" ? { polarity } : {}),
      ...timesTold(fact, timeZone),
      said: evidence.slice(-SAID_MAX).map(({ quote, assertedBy, occurredAt, episodeId }) => ({
        quote: clip(quote, QUOTE_MAX),
        by: assertedBy,
        at: occurredAt,
        episodeId,
      })),
    };
  };
}

export const facts = tool({
  name: "facts",
  title: "List facts",
  description:
    "What is believed, newest first, of one person or thing or of everything. Every fact tells the words it rests on. " +
    'Use recall to answer a question; use this to list, or to find the id of a fact. "staged" was heard and not checked yet.',
  right: "read",
  input: z.object({
    entity: EntityName,
    status: z
      .array(z.enum(STATUSES))
      .min(1)
      .optional()
      .describe("Without it: what is or may be believed now."),
    limit: limit(50),
    cursor: Cursor,
  }),
  output: z.object({ facts: z.array(FactOutput), nextCursor: NextCursor }),
  async run({ user }, { entity, status, ...page }) {
    const about = entity === undefined ? undefined : await namedEntity(user, "entity", entity);
    const found = await user.factPage({
      ...page,
      entityId: about?.id,
      statuses: status ?? CURRENT_STATUSES,
    });
    return { data: { facts: found.items.map(await factTeller(user)), nextCursor: found.nextCursor } };
  },
});

/** An entity as a model needs it. */
export function entityTold({ id, name, type, aliases, summary, status }: Entity) {
  const others = aliases.map(({ alias }) => alias).filter((alias) => alias !== name);
  return {
    id,
    name,
    type,
    status,
    ...(others.length > 0 ? { alsoCalled: others } : {}),
    ...(summary === null ? {} : { summary }),
  };
}

function turnTold({ id, userMessage, occurredAt, outcome }: Episode) {
  return {
    episodeId: id,
    text: clip(userMessage, QUOTE_MAX),
    at: occurredAt,
    ...(outcome === undefined ? {} : { outcome }),
  };
}

export const entities = tool({
  name: "entities",
  title: "List people and things",
  description:
    "People, animals, places, organisations and things that are known, newest first; by a part of their name or by type.",
  right: "read",
  input: z.object({
    q: z.string().min(1).max(NAME_CHARS_MAX).optional().describe("A part of the name."),
    type: z.string().min(1).max(NAME_CHARS_MAX).optional().describe("For example person, place, project."),
    statusOf: EntityName.describe("Instead: what is linked to this one, last actions, plans and facts."),
    limit: limit(50),
    cursor: Cursor,
  }),
  output: z.object({
    entities: z.array(EntityOutput),
    nextCursor: NextCursor,
    status: z.looseObject({ facts: z.array(FactOutput), plans: z.array(FactOutput) }).optional(),
  }),
  async run({ engine, user }, { statusOf, ...query }) {
    if (statusOf !== undefined) {
      const entity = await namedEntity(user, "statusOf", statusOf);
      const { things, facts, plans, actions, turns } = await entityStatus(user, entity, engine.clock.now());
      const around = things.flatMap(({ items }) => items.map((one) => entityTold(one.entity)));
      const told = await factTeller(user);
      const status = {
        facts: facts.map(told),
        plans: plans.map(told),
        actions: actions.map(turnTold),
        turns: turns.map(turnTold),
      };
      return { data: { entities: [entityTold(entity), ...around], nextCursor: null, status } };
    }
    const found = await user.entityPage(query);
    const told = await withBelievedSummaries(user, found.items, engine.clock.now());
    return { data: { entities: told.map(entityTold), nextCursor: found.nextCursor } };
  },
});
