import type { Evidence, Fact } from "../../domain/model/fact.ts";
import type { MutationOf } from "../../domain/model/mutation.ts";
import { foldName } from "../../language/text.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { Graph } from "./graph.ts";
import { nameForgottenAt, pairForgottenAt, pairNames, redactTexts } from "./tombstones.ts";

/** What tombstones leave of a mutation; null: held back. */

function forgottenAfter(graph: Graph, name: string, saidAt: Instant): boolean {
  const at = nameForgottenAt(graph.tombstones, name);
  return at !== null && saidAt < at;
}

export function admitEntity(graph: Graph, mutation: MutationOf<"entity.put">): typeof mutation | null {
  const { entity } = mutation;
  const gone = (name: string): boolean => forgottenAfter(graph, name, entity.lastMentionedAt);
  if (gone(entity.name)) return null;
  const summary = redactTexts(graph.tombstones, [entity.summary], entity.lastMentionedAt).texts[0] ?? null;
  const aliases = entity.aliases.filter((alias) => !gone(alias.alias));
  return { ...mutation, entity: { ...entity, summary, aliases } };
}

export function admitEntityPatch(graph: Graph, mutation: MutationOf<"entity.patch">): typeof mutation | null {
  const { id, set } = mutation;
  const entity = graph.get("entity", id);
  const said = set.lastMentionedAt ?? entity?.lastMentionedAt;
  if (said === undefined) return mutation;
  const known = new Set(entity?.aliases.map(({ alias }) => alias));
  const names = [set.name ?? [], set.aliases?.map(({ alias }) => alias) ?? []].flat();
  const isForgotten = names.some((name) => !known.has(name) && forgottenAfter(graph, name, said));
  return isForgotten ? null : mutation;
}

export function admitAlias(graph: Graph, mutation: MutationOf<"entity.alias">): typeof mutation | null {
  const entity = graph.get("entity", mutation.id);
  const { alias } = mutation.alias;
  return entity !== null && forgottenAfter(graph, alias, entity.lastMentionedAt) ? null : mutation;
}

/** A fact without evidence is the user's own edit: it counts as newly said. */
export function admitFact(graph: Graph, mutation: MutationOf<"fact.put">): typeof mutation | null {
  const { fact } = mutation;
  if (fact.evidence.length === 0) return mutation;
  const evidence = afterForgetting(graph, fact, fact.evidence);
  if (evidence.length === 0) return null;
  const newest = evidence.reduce((last, e) => (e.occurredAt > last ? e.occurredAt : last), "");
  const [text, value] = redactTexts(graph.tombstones, [fact.text, fact.value], newest).texts;
  return { ...mutation, fact: { ...fact, evidence, text: text ?? fact.text, value: value ?? null } };
}

export function admitEvidence(graph: Graph, mutation: MutationOf<"fact.evidence">): typeof mutation | null {
  const fact = graph.get("fact", mutation.id);
  if (!fact || mutation.evidence.length === 0) return mutation;
  const evidence = afterForgetting(graph, fact, mutation.evidence);
  return evidence.length === 0 ? null : { ...mutation, evidence };
}

function afterForgetting(graph: Graph, fact: Fact, evidence: Evidence[]): Evidence[] {
  const at = pairForgottenAt(graph.tombstones, namesOf(graph, fact.subjectId), objectNames(graph, fact));
  return at === null ? evidence : evidence.filter((e) => e.occurredAt >= at);
}

function objectNames(graph: Graph, fact: Fact): string[] {
  return fact.objectId === null ? [foldName(fact.value ?? "")] : namesOf(graph, fact.objectId);
}

function namesOf(graph: Graph, entityId: string): string[] {
  const entity = graph.get("entity", entityId);
  return entity ? pairNames(entity) : [];
}
