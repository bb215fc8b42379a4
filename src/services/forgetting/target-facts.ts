import { namesOf, type Entity } from "../../domain/model/entity.ts";
import { endsOf, type Fact } from "../../domain/model/fact.ts";
import { STATUSES } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { kinPredicate } from "../../domain/belief/kinship.ts";
import { words } from "../../language/text.ts";
import { stemSetOf, type StemSet } from "../intents/stem-set.ts";
import type { Target } from "../intents/target.ts";
import { factsOfNamed, hitsOf } from "./memories.ts";
import { byId, distinctById } from "../collections.ts";

/** A fact of any status, prepared for word matching. */
export interface TargetFact {
  fact: Fact;
  /** The subject, then the object if it is an entity. */
  entities: Entity[];
  /** Words of the statement itself, and those with its evidence. */
  stated: StemSet;
  told: StemSet;
}

/** Maximum hits for facts and turns; more cannot be the name of one thing. */
const HITS_MAX = 200;
const FACTS_MAX = 1000;

/**
 * Facts that contain words of a target, or with evidence in turns that do, and all facts about the entities it names,
 * by name, part of a name, or role.
 */
export async function targetFacts(user: UserStore, { text, content }: Target): Promise<TargetFact[]> {
  const any = { statuses: STATUSES, limit: FACTS_MAX };
  const [facts, turns, named, self] = await Promise.all([
    hitsOf(user, ["fact"], content, HITS_MAX),
    hitsOf(user, ["episode"], content, HITS_MAX),
    factsOfNamed(user, text, FACTS_MAX),
    user.self(),
  ]);
  const predicates = content.flatMap((word) => kinPredicate(word) ?? []);
  const found = [
    ...named,
    ...(await user.factsById(facts.map(({ id }) => id))),
    ...(await user.facts({ ...any, episodeIds: turns.map(({ id }) => id) })),
    ...(await user.facts({ ...any, entityIds: [self.id], role: "subject", predicates })),
  ];
  const entityIds = (await user.entitiesById([...endsOf(found)]))
    .filter(({ isSelf, name }) => !isSelf && words(name).some((word) => content.includes(word)))
    .map(({ id }) => id);
  const about = await user.facts({ ...any, entityIds, role: "either" });
  const all = distinctById([...found, ...about]);
  const entities = byId(await user.entitiesById([...endsOf(all)]));
  return all.map((fact) => targetFact(fact, entities));
}

function targetFact(fact: Fact, known: Map<string, Entity>): TargetFact {
  const entities = [known.get(fact.subjectId), known.get(fact.objectId ?? "")].filter(
    (one) => one !== undefined,
  );
  const names = entities.filter(({ isSelf }) => !isSelf).flatMap(namesOf);
  const stated = stemSetOf(fact.text, fact.predicate.replaceAll("_", " "), fact.value, ...names);
  const quoted = stemSetOf(...fact.evidence.map(({ quote }) => quote));
  return { fact, entities, stated, told: new Set([...stated, ...quoted]) };
}
