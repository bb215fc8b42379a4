import type { Alias, Entity } from "../../domain/model/entity.ts";
import type { Evidence, Fact } from "../../domain/model/fact.ts";
import type { EntityPatch, Mutation } from "../../domain/model/mutation.ts";
import { foldName } from "../../language/text.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { Graph } from "./graph.ts";
import { nameForgottenAt, pairForgottenAt, pairNames, redactTexts } from "./tombstones.ts";

/**
 * Filters mutations by the tombstones. A mutation that would bring forgotten content back with evidence from before the
 * forgetting is held back, and so is everything later in the batch that refers to it.
 */
export function withoutForgotten(graph: Graph, mutation: Mutation, blocked: Set<string>): Mutation | null {
  const held = references(mutation).some((id) => blocked.has(id));
  const admitted = held ? null : admitted_(graph, mutation);
  const id = targetId(mutation);
  if (admitted === null && id !== null) blocked.add(id);
  return admitted;
}

function admitted_(graph: Graph, mutation: Mutation): Mutation | null {
  switch (mutation.op) {
    case "entity.put": {
      const entity = admittedEntity(graph, mutation.entity);
      return entity && { ...mutation, entity };
    }
    case "entity.patch":
      return entityPatchForgotten(graph, mutation.id, mutation.set) ? null : mutation;
    case "entity.alias":
      return aliasForgotten(graph, mutation.id, mutation.alias) ? null : mutation;
    case "fact.put": {
      const fact = admittedFact(graph, mutation.fact);
      return fact && { ...mutation, fact };
    }
    case "fact.evidence": {
      const evidence = admittedEvidence(graph, mutation.id, mutation.evidence);
      return evidence && { ...mutation, evidence };
    }
    default:
      return mutation;
  }
}

/** The target of a mutation in the graph; null for mutations of episodes and rejections. */
function targetId(mutation: Mutation): string | null {
  switch (mutation.op) {
    case "entity.put":
      return mutation.entity.id;
    case "fact.put":
      return mutation.fact.id;
    case "community.put":
      return mutation.community.id;
    case "summary.put":
    case "mention.put":
    case "episode.patch":
    case "rejection.put":
    case "rejection.overrule":
    case "trace.put":
    case "review.put":
    case "review.patch":
      return null;
    default:
      return mutation.id;
  }
}

function references(mutation: Mutation): string[] {
  const own = targetId(mutation);
  const ids = own === null ? [] : [own];
  if (mutation.op === "fact.put") ids.push(mutation.fact.subjectId, mutation.fact.objectId ?? "");
  if (mutation.op === "fact.patch") ids.push(mutation.set.subjectId ?? "", mutation.set.objectId ?? "");
  if (mutation.op === "mention.put") ids.push(mutation.entityId);
  if (mutation.op === "rejection.overrule") ids.push(mutation.factId);
  if (mutation.op === "review.put") ids.push(mutation.review.left, mutation.review.right);
  return ids;
}

function forgottenAfter(graph: Graph, name: string, saidAt: Instant): boolean {
  const at = nameForgottenAt(graph.tombstones, name);
  return at !== null && saidAt < at;
}

function admittedEntity(graph: Graph, entity: Entity): Entity | null {
  const gone = (name: string): boolean => forgottenAfter(graph, name, entity.lastMentionedAt);
  if (gone(entity.name)) return null;
  const summary = redactTexts(graph.tombstones, [entity.summary], entity.lastMentionedAt).texts[0] ?? null;
  return { ...entity, summary, aliases: entity.aliases.filter((alias) => !gone(alias.alias)) };
}

function entityPatchForgotten(graph: Graph, id: string, set: EntityPatch): boolean {
  const entity = graph.entity(id);
  const said = set.lastMentionedAt ?? entity?.lastMentionedAt;
  if (said === undefined) return false;
  const known = new Set(entity?.aliases.map(({ alias }) => alias));
  const names = [set.name ?? [], set.aliases?.map(({ alias }) => alias) ?? []].flat();
  return names.some((name) => !known.has(name) && forgottenAfter(graph, name, said));
}

function aliasForgotten(graph: Graph, id: string, alias: Alias): boolean {
  const entity = graph.entity(id);
  return entity !== null && forgottenAfter(graph, alias.alias, entity.lastMentionedAt);
}

/** A fact without evidence is the user's own edit: it counts as said anew. */
function admittedFact(graph: Graph, fact: Fact): Fact | null {
  if (fact.evidence.length === 0) return fact;
  const evidence = afterForgetting(graph, fact, fact.evidence);
  if (evidence.length === 0) return null;
  const newest = evidence.reduce((last, e) => (e.occurredAt > last ? e.occurredAt : last), "");
  const [text, value] = redactTexts(graph.tombstones, [fact.text, fact.value], newest).texts;
  return { ...fact, evidence, text: text ?? fact.text, value: value ?? null };
}

function admittedEvidence(graph: Graph, factId: string, evidence: Evidence[]): Evidence[] | null {
  const fact = graph.fact(factId);
  if (!fact || evidence.length === 0) return evidence;
  const admitted = afterForgetting(graph, fact, evidence);
  return admitted.length === 0 ? null : admitted;
}

function afterForgetting(graph: Graph, fact: Fact, evidence: Evidence[]): Evidence[] {
  const at = pairForgottenAt(graph.tombstones, namesOf(graph, fact.subjectId), objectNames(graph, fact));
  return at === null ? evidence : evidence.filter((e) => e.occurredAt >= at);
}

function objectNames(graph: Graph, fact: Fact): string[] {
  return fact.objectId === null ? [foldName(fact.value ?? "")] : namesOf(graph, fact.objectId);
}

function namesOf(graph: Graph, entityId: string): string[] {
  const entity = graph.entity(entityId);
  return entity ? pairNames(entity) : [];
}
