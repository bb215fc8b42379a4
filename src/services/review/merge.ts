import type { Alias, Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Mutation } from "../../domain/model/mutation.ts";
import { isRoleName } from "../../domain/belief/kinship.ts";
import { HISTORICAL_STATUSES, STATUSES } from "../../domain/model/status.ts";
import { foldName, words } from "../../language/text.ts";
import type { Instant } from "../../domain/model/time.ts";
import { EngramError } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { FactMover } from "./fact-mover.ts";
import { factsOfEntities, factsOfSubjects } from "../facts-of.ts";
import { distinctBy } from "../collections.ts";

/** Maximum facts of the merged entity. */
const FACTS_MAX = 20_000;

/** Two entities to merge, survivor first. */
export interface Pair {
  survivor: Entity;
  merged: Entity;
}

/** The user's own entity always survives; else the one mentioned more often, else the older. */
export function inOrder(a: Entity, b: Entity): Pair {
  return compare(a, b) <= 0 ? { survivor: a, merged: b } : { survivor: b, merged: a };
}

function compare(a: Entity, b: Entity): number {
  return (
    Number(b.isSelf) - Number(a.isSelf) ||
    b.mentionCount - a.mentionCount ||
    (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1)
  );
}

/** The entity itself, or the one it was merged into, through any number of merges; stops at a cycle. */
export async function rootEntity(user: UserStore, id: string): Promise<Entity | null> {
  const seen = new Set([id]);
  let entity = await user.entity(id);
  while (entity?.mergedInto !== undefined && !seen.has(entity.mergedInto)) {
    seen.add(entity.mergedInto);
    entity = await user.entity(entity.mergedInto);
  }
  return entity;
}

/**
 * Merges two entities: facts, names and counts move to the survivor, its missing fields are filled in, and the other is
 * archived with a reference to it. Facts that now say the same become one with all evidence; facts that now contradict
 * each other are settled by the rules or disputed. All in one batch; undone newest first, it restores both exactly.
 * That is why the merged entity is archived last: it must be restored before its facts.
 */
export async function planMerge(
  user: UserStore,
  { survivor, merged }: Pair,
  now: Instant,
): Promise<Mutation[]> {
  const facts = await factsOfEntities(user, [merged.id], STATUSES, FACTS_MAX + 1);
  if (facts.length > FACTS_MAX) throw new EngramError("conflict", `More than ${FACTS_MAX} facts would move`);
  const earlier = await user.mergedInto(merged.id);
  return [
    ...(await moveMembership(user, { survivor, merged }, now)),
    ...(await moveFacts(user, facts, { survivor, merged }, now)),
    ...aliasesOf(merged).map((alias): Mutation => ({ op: "entity.alias", id: survivor.id, alias })),
    { op: "entity.patch", id: survivor.id, set: joined(survivor, merged) },
    ...earlier.map((one): Mutation => ({ op: "entity.patch", id: one.id, set: { mergedInto: survivor.id } })),
    { op: "entity.patch", id: merged.id, set: { status: "archived", mergedInto: survivor.id } },
  ];
}

/** Topics list the survivor instead of the other; the user's own entity belongs to none. */
async function moveMembership(
  user: UserStore,
  { survivor, merged }: Pair,
  now: Instant,
): Promise<Mutation[]> {
  const topics = await user.communitiesOf([merged.id]);
  return topics.map((community): Mutation => {
    const others = survivor.isSelf || community.members.includes(survivor.id);
    const members = others
      ? community.members.filter((id) => id !== merged.id)
      : community.members.map((id) => (id === merged.id ? survivor.id : id));
    return { op: "community.put", community: { ...community, members, updatedAt: now } };
  });
}

async function moveFacts(user: UserStore, facts: Fact[], pair: Pair, now: Instant): Promise<Mutation[]> {
  const moved = facts.map((fact) => atSurvivor(fact, pair)).reverse();
  const subjects = [...new Set(moved.map((fact) => fact.subjectId))];
  const known = await factsOfSubjects(user, subjects, HISTORICAL_STATUSES, FACTS_MAX);
  const own = new Set(facts.map((fact) => fact.id));
  const mover = new FactMover(
    known.filter((fact) => !own.has(fact.id)),
    now,
  );
  for (const fact of moved) {
    const { subjectId, objectId } = fact;
    const ends = objectId === null ? { subjectId } : { subjectId, objectId };
    if (subjectId === objectId) mover.patch(fact, { ...ends, status: "archived", expiredAt: now });
    else mover.move(fact, ends, { settles: subjectId === pair.survivor.id });
  }
  return mover.mutations;
}

function atSurvivor(fact: Fact, { survivor, merged }: Pair): Fact {
  const at = (id: string): string => (id === merged.id ? survivor.id : id);
  return {
    ...fact,
    subjectId: at(fact.subjectId),
    objectId: fact.objectId === null ? null : at(fact.objectId),
  };
}

function aliasesOf(merged: Entity): Alias[] {
  const kind = isRoleName(merged.name) ? ("role" as const) : ("merged" as const);
  return [...merged.aliases, { alias: merged.name, kind }];
}

/** Fills in only what the survivor lacks. */
function joined(survivor: Entity, merged: Entity): Partial<Entity> {
  const lastMentionedAt =
    merged.lastMentionedAt > survivor.lastMentionedAt ? merged.lastMentionedAt : survivor.lastMentionedAt;
  return {
    name: survivor.isSelf ? survivor.name : fullerName(survivor.name, merged.name),
    type: foldName(survivor.type) === "thing" ? merged.type : survivor.type,
    summary: survivor.summary ?? merged.summary,
    summaryBasis: (survivor.summary === null ? merged : survivor).summaryBasis ?? null,
    properties: { ...merged.properties, ...survivor.properties },
    externalKeys: distinctBy(
      [...survivor.externalKeys, ...merged.externalKeys],
      ({ system, id }) => `${system}\u0000${id}`,
    ),
    confidence: Math.max(survivor.confidence, merged.confidence),
    mentionCount: survivor.mentionCount + merged.mentionCount,
    lastMentionedAt,
    status: merged.status === "verified" ? "verified" : survivor.status,
  };
}

/** A name over a role, and the full name over a part of it (F5). */
function fullerName(own: string, other: string): string {
  if (isRoleName(own) !== isRoleName(other)) return isRoleName(own) ? other : own;
  const [mine, theirs] = [words(own), words(other)];
  const isPart = mine.length < theirs.length && mine.every((word) => theirs.includes(word));
  return isPart ? other : own;
}
