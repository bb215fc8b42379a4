import type { Entity } from "../../../src/domain/model/entity.ts";
import type { Fact } from "../../../src/domain/model/fact.ts";
import { SELF_NAME } from "../../../src/domain/model/proposal.ts";
import { catalogued } from "../../../src/domain/belief/predicate.ts";
import { CURRENT_STATUSES } from "../../../src/domain/model/status.ts";
import { fold } from "../../../src/language/text.ts";
import type { Instant } from "../../../src/domain/model/time.ts";
import type { UserStore } from "../../../src/ports/memory-store.ts";
import { PREDICATE_NAMES, TYPE_NAMES } from "./words.ts";
import { keyOf, type World } from "./world.ts";

/** What the graph holds at one time, against what is so. */
export interface GraphScore {
  /** Believed statements and how many of them are so. */
  believed: number;
  right: number;
  wrong: string[];
  /** Statements that are so and were told, and how many are believed. */
  told: number;
  known: number;
  missing: string[];
  entities: number;
  /** Entities beyond the first that stand for the same. */
  duplicates: string[];
  /** Without a current fact and without a turn that mentions them. */
  orphans: number;
  types: number;
  /** Statements believed now, as keys, and the keys of the facts that make them. */
  held: Set<string>;
  keys: Map<string, string>;
}

/** Far above what a life brings. */
const FACTS_MAX = 200_000;
const PAGE = 200;

export async function scoreGraph(user: UserStore, world: World, now: Instant): Promise<GraphScore> {
  const facts = await user.facts({ statuses: CURRENT_STATUSES, limit: FACTS_MAX });
  const entities = (await everyEntity(user)).filter(({ status }) => status !== "archived");
  const names = new Map(entities.map((entity) => [entity.id, entity.isSelf ? SELF_NAME : entity.name]));
  const believed = facts.filter(
    (fact) => fact.status === "verified" && !(fact.invalidAt && fact.invalidAt.at <= now),
  );
  const keys = new Map(believed.map((fact) => [fact.id, statementOf(fact, names, world)]));
  const held = new Set(keys.values());
  const truth = new Set(
    [...world.truth].flatMap(([key, values]) => [...values].map((value) => `${key}|${fold(value)}`)),
  );
  const wrong = [...held].filter((key) => !truth.has(key));
  const missing = [...truth].filter((key) => !held.has(key));
  return {
    believed: held.size,
    right: held.size - wrong.length,
    wrong,
    told: truth.size,
    known: truth.size - missing.length,
    missing,
    entities: entities.length,
    duplicates: duplicatesOf(entities, world),
    orphans: await orphansAmong(user, entities, facts),
    types: new Set(entities.filter(({ isSelf }) => !isSelf).map(({ type }) => type)).size,
    held,
    keys,
  };
}

export const TRUE_TYPES = Object.keys(TYPE_NAMES).length;

function statementOf(fact: Fact, names: ReadonlyMap<string, string>, world: World): string {
  const real = (name: string): string => world.spellings.get(name) ?? name;
  const subject = real(names.get(fact.subjectId) ?? "?");
  const object = fact.objectId === null ? (fact.value ?? "") : real(names.get(fact.objectId) ?? "?");
  return `${keyOf(subject, relationOf(fact.predicate))}|${fold(object)}`;
}

export function relationOf(predicate: string): string {
  const found = Object.entries(PREDICATE_NAMES).find(([, names]) => names.includes(predicate));
  return found?.[0] ?? catalogued(predicate)?.name ?? predicate;
}

async function everyEntity(user: UserStore): Promise<Entity[]> {
  const found: Entity[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await user.entityPage({ limit: PAGE, cursor });
    found.push(...page.items);
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}

function duplicatesOf(entities: Entity[], world: World): string[] {
  const seen = new Set<string>();
  return entities.flatMap(({ name, isSelf }) => {
    const real = isSelf ? SELF_NAME : fold(world.spellings.get(name) ?? name);
    if (seen.has(real)) return [name];
    seen.add(real);
    return [];
  });
}

async function orphansAmong(user: UserStore, entities: Entity[], facts: Fact[]): Promise<number> {
  const used = new Set(facts.flatMap(({ subjectId, objectId }) => [subjectId, objectId]));
  const left = entities.filter(({ id, isSelf }) => !isSelf && !used.has(id)).map(({ id }) => id);
  const mentioned = new Set<string>();
  for (let at = 0; at < left.length; at += PAGE) {
    for (const { entityId } of await user.mentionsOf(left.slice(at, at + PAGE))) mentioned.add(entityId);
  }
  return left.filter((id) => !mentioned.has(id)).length;
}
