import { isDeepStrictEqual } from "node:util";
import type { Community } from "../../../domain/model/community.ts";
import type { Entity } from "../../../domain/model/entity.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import type { Instant } from "../../../domain/model/time.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import type { Source } from "../writing/ask-texts.ts";
import { isTellable, strongest, toldIn } from "../writing/strongest.ts";
import { isSupported, renewedBasis } from "../writing/supported.ts";
import { factsOfSubjects } from "../../facts-of.ts";
import { byId, partsOf } from "../../collections.ts";

/** Members used for the name, and members shown to the model. */
const NAMED = 3;
const SHOWN = 12;
/** Members whose facts are read, and the maximum number of facts. */
const LOOKED_AT = 20;
const FACTS_READ_MAX = 200;
/** Facts a community is based on, and how many of them the plain summary includes. */
const FACTS_KEPT = 12;
const FACTS_TOLD = 4;

/** The material for a community's name and summary. */
export interface Basis {
  members: string[];
  /** Names of the most central members. */
  names: string[];
  facts: Fact[];
}

/** The facts about a community's central members, those that link two of them first. */
export async function basisOf(user: UserStore, members: string[], now: Instant): Promise<Basis> {
  const [shown, facts] = await Promise.all([
    user.entitiesById(members.slice(0, SHOWN)),
    factsOfSubjects(user, members.slice(0, LOOKED_AT), ["verified"], FACTS_READ_MAX),
  ]);
  const within = new Set(members);
  const told = facts.filter((fact) => isTellable(fact, now));
  const joins = (fact: Fact): boolean => fact.objectId !== null && within.has(fact.objectId);
  return { members, names: shown.map(({ name }) => name), facts: strongest(told, FACTS_KEPT, joins) };
}

/** The same bases with current data; the caller holds the lock. */
export async function rereadBases(user: UserStore, bases: Basis[], now: Instant): Promise<Basis[]> {
  const facts = await readById(
    bases.flatMap((basis) => basis.facts.map(({ id }) => id)),
    (ids) => user.factsById(ids),
  );
  const entities = await readById<Entity>(
    bases.flatMap(({ members }) => members.slice(0, SHOWN)),
    (ids) => user.entitiesById(ids),
  );
  return bases.map(({ members, facts: before }) => ({
    members,
    names: members.slice(0, SHOWN).flatMap((id) => entities.get(id)?.name ?? []),
    facts: before.flatMap(({ id }) => facts.get(id) ?? []).filter((fact) => isTellable(fact, now)),
  }));
}

const READ_AT_ONCE = 500;

async function readById<T extends { id: string }>(
  ids: string[],
  read: (ids: string[]) => Promise<T[]>,
): Promise<Map<string, T>> {
  const found: T[] = [];
  for (const some of partsOf([...new Set(ids)], READ_AT_ONCE)) found.push(...(await read(some)));
  return byId(found);
}

/** Name and summary without a model: the names of the central members, and the sentences of the strongest facts. */
function plainText({ names, facts }: Basis): { name: string; summary: string } {
  return { name: names.slice(0, NAMED).join(", "), summary: toldIn(facts.slice(0, FACTS_TOLD)) };
}

/** The community in its new state. Text by a model is only kept for the same members. */
export function communityFrom(
  basis: Basis,
  known: Community | null,
  fresh: { id: string; now: Instant },
): Community {
  const shown = known?.members.slice(0, SHOWN);
  const same = isDeepStrictEqual(shown, basis.members.slice(0, SHOWN)) ? known : null;
  const renewed = renewedBasis(same, basis.facts, () => same !== null && isSupportedBy(same, basis));
  const { name, summary } = same !== null && renewed.writtenBy === "model" ? same : plainText(basis);
  const now: Community = {
    id: known?.id ?? fresh.id,
    name,
    summary,
    members: basis.members,
    ...renewed,
    createdAt: known?.createdAt ?? fresh.now,
    updatedAt: known?.updatedAt ?? fresh.now,
  };
  return known !== null && isDeepStrictEqual(now, known) ? known : { ...now, updatedAt: fresh.now };
}

export function isSupportedBy({ name, summary }: { name: string; summary: string }, basis: Basis): boolean {
  const sources = [...basis.names, ...basis.facts.map(({ text }) => text)];
  return isSupported(name, sources) && isSupported(summary, sources);
}

export function sourceOf({ names, facts }: Basis): Source {
  return { title: names.join(", "), facts: facts.map(({ text }) => text) };
}
