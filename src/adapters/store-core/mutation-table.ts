import type { Mutation, MutationOf } from "../../domain/model/mutation.ts";
import { isBetweenEntities } from "../../domain/model/review.ts";
import type { Instant } from "../../domain/model/time.ts";
import { admitAlias, admitEntity, admitEntityPatch, admitEvidence, admitFact } from "./forgotten-filter.ts";
import type { Graph, Kind } from "./graph.ts";
import * as steps from "./mutations.ts";

/**
 * Ids of the items that a mutation reads or refers to, by kind. `texts`: episodes whose full text changes; `removable`:
 * entities that are deleted; `other`: items that are not read.
 */
export type NameKind =
  | "entity"
  | "fact"
  | "episode"
  | "review"
  | "summary"
  | "community"
  | "texts"
  | "removable"
  | "other";
export type Names = { readonly [K in NameKind]?: readonly (string | null | undefined)[] };

/** What the store knows of one kind of mutation. */
interface Rule<M> {
  /** The item whose change is logged; without it, none is. */
  target?: (mutation: M) => [Kind, string];
  /** Besides the target. */
  names?: (mutation: M) => Names;
  /** When its content was said. */
  saidAt?: (mutation: M) => (Instant | undefined)[];
  /** Without what was forgotten; null: held back. */
  admit?: (graph: Graph, mutation: M) => M | null;
  run: (graph: Graph, mutation: M, runId: string | null) => void;
}

const RULES: { readonly [Op in Mutation["op"]]: Rule<MutationOf<Op>> } = {
  "entity.put": {
    target: ({ entity }) => ["entity", entity.id],
    saidAt: ({ entity }) => [entity.lastMentionedAt],
    admit: admitEntity,
    run: (graph, { entity }) => steps.putEntity(graph, entity),
  },
  "entity.patch": {
    target: ({ id }) => ["entity", id],
    saidAt: ({ set }) => [set.lastMentionedAt],
    admit: admitEntityPatch,
    run: (graph, { id, set }) => steps.patchEntity(graph, id, set),
  },
  "entity.alias": {
    target: ({ id }) => ["entity", id],
    admit: admitAlias,
    run: (graph, { id, alias }) => steps.addAlias(graph, id, alias),
  },
  "entity.delete": {
    target: ({ id }) => ["entity", id],
    names: ({ id }) => ({ removable: [id] }),
    run: (graph, { id }) => steps.deleteEntity(graph, id),
  },
  "fact.put": {
    target: ({ fact }) => ["fact", fact.id],
    names: ({ fact }) => ({
      entity: [fact.subjectId, fact.objectId],
      episode: fact.evidence.map((e) => e.episodeId),
    }),
    saidAt: ({ fact }) => fact.evidence.map((e) => e.occurredAt),
    admit: admitFact,
    run: (graph, { fact }) => steps.putFact(graph, fact),
  },
  "fact.patch": {
    target: ({ id }) => ["fact", id],
    names: ({ set }) => ({ entity: [set.subjectId, set.objectId] }),
    run: (graph, { id, set }) => steps.patchFact(graph, id, set),
  },
  "fact.evidence": {
    target: ({ id }) => ["fact", id],
    names: ({ evidence }) => ({ episode: evidence.map((e) => e.episodeId) }),
    saidAt: ({ evidence }) => evidence.map((e) => e.occurredAt),
    admit: admitEvidence,
    run: (graph, { id, evidence }) => steps.addEvidence(graph, id, evidence),
  },
  "fact.delete": {
    target: ({ id }) => ["fact", id],
    run: (graph, { id }) => graph.remove("fact", id),
  },
  "mention.put": {
    names: ({ episodeId, entityId }) => ({ episode: [episodeId], entity: [entityId] }),
    run: (graph, mention) => graph.putMention(mention),
  },
  "episode.patch": {
    names: ({ id }) => ({ texts: [id] }),
    saidAt: ({ set }) => [set.occurredAt],
    run: (graph, { id, set }) => steps.patchEpisode(graph, id, set),
  },
  "summary.put": {
    target: ({ summary }) => ["episode", summary.id],
    names: ({ summary: { sources, mentions } }) => ({
      texts: sources,
      entity: mentions.map(({ entityId }) => entityId),
    }),
    saidAt: ({ summary }) => [summary.from],
    run: (graph, { summary }) => steps.putSummary(graph, summary),
  },
  "rejection.put": {
    names: ({ rejection }) => ({ episode: [rejection.episodeId] }),
    saidAt: ({ rejection }) => [rejection.at],
    run: (graph, { rejection }) => steps.putRejection(graph, rejection),
  },
  "rejection.overrule": {
    names: ({ factId }) => ({ other: [factId] }),
    run: (graph, overruled, runId) => graph.overrule(overruled, runId),
  },
  "trace.put": {
    names: ({ trace }) => ({ episode: [trace.episodeId] }),
    run: (graph, { trace }) => steps.putTrace(graph, trace),
  },
  "review.put": {
    names: ({ review }) => ({
      review: [review.id],
      [isBetweenEntities(review) ? "entity" : "other"]: [review.left, review.right],
    }),
    run: (graph, { review }) => steps.putReview(graph, review),
  },
  "review.patch": {
    names: ({ id }) => ({ review: [id] }),
    run: (graph, { id, set }) => steps.patchReview(graph, id, set),
  },
  "community.put": {
    target: ({ community }) => ["community", community.id],
    run: (graph, { community }) => graph.put("community", community),
  },
  "community.delete": {
    target: ({ id }) => ["community", id],
    run: (graph, { id }) => graph.remove("community", id),
  },
};

export function ruleOf<M extends Mutation>(mutation: M): Rule<M> {
  return RULES[mutation.op] as unknown as Rule<M>;
}

/** A summary is logged as an episode, and read as a summary. */
export function namesIn(mutation: Mutation): Names[] {
  const { target, names } = ruleOf(mutation);
  const [kind, id] = target?.(mutation) ?? [];
  const own = kind === undefined ? {} : { [kind === "episode" ? "summary" : kind]: [id] };
  return [own, names?.(mutation) ?? {}];
}
