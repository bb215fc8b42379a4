import { validFrom, saidAt } from "../../../src/domain/belief/consistency.ts";
import type { Fact } from "../../../src/domain/model/fact.ts";
import { SELF_NAME } from "../../../src/domain/model/proposal.ts";
import { STATUSES } from "../../../src/domain/model/status.ts";
import { holdsAt, type Instant } from "../../../src/domain/model/time.ts";
import type { UserStore } from "../../../src/ports/memory-store.ts";
import type { EvalService } from "../service/open.ts";
import type { FoundResult, HeldFact, Observed } from "./observed.ts";

/** Results looked at per question. */
const RESULTS_MAX = 20;
/** Far above what a year brings. */
const FACTS_MAX = 20_000;

/** Ids of the life's turns by the episodes they became. */
export type TurnIds = ReadonlyMap<string, string>;

export async function observe(
  { engine, clock, embedded }: EvalService,
  userId: string,
  question: string,
  turnIds: TurnIds,
): Promise<Observed> {
  const user = engine.store.forUser(userId);
  await embedded(userId);
  const found = await engine.search(userId, { query: question, limit: RESULTS_MAX });
  const facts = await user.facts({ statuses: STATUSES, limit: FACTS_MAX });
  const nameOf = await namesOf(user, facts);
  const view = (fact: Fact, status: string = fact.status): HeldFact => held(fact, status, nameOf, turnIds);
  const observed: Observed = { believed: [], staged: [], closed: [], results: [] };
  for (const fact of facts) {
    const place = placeOf(fact, clock.now());
    observed[place].push(view(fact, place === "believed" ? beliefOf(fact) : fact.status));
  }
  observed.results = found.map((result): FoundResult => {
    const { kind, text, status, score } = result;
    const turns = turnsOf(result.evidence, turnIds);
    return {
      kind,
      text,
      status,
      score,
      turns,
      ...(result.kind === "fact" ? { fact: view(result.item) } : {}),
    };
  });
  return observed;
}

/**
 * A superseded fact whose end lies ahead is still believed: it was told that it will change. So is what was told as past
 * ("from 2009 to 2014 she lived in Phoenix"), and what is to come ("from 1 October Dana is her boss"): nothing ended it.
 */
function placeOf(fact: Fact, at: Instant): "believed" | "staged" | "closed" {
  if (fact.status === "staged") return "staged";
  const open = fact.status === "verified" || fact.status === "disputed";
  if (open && fact.invalidAt !== null && fact.invalidAt.at <= saidAt(fact)) return "believed";
  if (open && fact.validAt !== null && fact.validAt.at > at) return "believed";
  const ending = fact.status === "superseded" && fact.invalidAt !== null && validFrom(fact).at <= at;
  return (open || ending) && holdsAt(fact.validAt, fact.invalidAt, at) ? "believed" : "closed";
}

function beliefOf(fact: Fact): string {
  return fact.status === "disputed" ? "disputed" : "verified";
}

async function namesOf(user: UserStore, facts: Fact[]): Promise<(id: string) => string> {
  const ids = [...new Set(facts.flatMap((fact) => [fact.subjectId, fact.objectId ?? fact.subjectId]))];
  const entities = await user.entitiesById(ids);
  const names = new Map(entities.map((entity) => [entity.id, entity.isSelf ? SELF_NAME : entity.name]));
  return (id) => names.get(id) ?? "";
}

function held(fact: Fact, status: string, nameOf: (id: string) => string, turnIds: TurnIds): HeldFact {
  return {
    subject: nameOf(fact.subjectId),
    predicate: fact.predicate,
    object: fact.objectId === null ? (fact.value ?? "") : nameOf(fact.objectId),
    polarity: fact.polarity,
    status,
    validAt: fact.validAt?.at ?? null,
    invalidAt: fact.invalidAt?.at ?? null,
    text: fact.text,
    turns: turnsOf(fact.evidence, turnIds),
  };
}

function turnsOf(evidence: readonly { episodeId: string }[], turnIds: TurnIds): string[] {
  return [...new Set(evidence.flatMap(({ episodeId }) => turnIds.get(episodeId) ?? []))];
}

export async function heldFacts(user: UserStore, facts: Fact[], turnIds: TurnIds): Promise<HeldFact[]> {
  const nameOf = await namesOf(user, facts);
  return facts.map((fact) => held(fact, fact.status, nameOf, turnIds));
}
