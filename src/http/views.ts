import { validFrom } from "../domain/belief/consistency.ts";
import type { Community } from "../domain/model/community.ts";
import { shelfOf, type Conversation } from "../domain/model/conversation.ts";
import type { Entity } from "../domain/model/entity.ts";
import type { AnsweredEpisode, Episode } from "../domain/model/episode.ts";
import { endsOf, type Fact } from "../domain/model/fact.ts";
import type { Instant } from "../domain/model/time.ts";
import type { ForgetOutcome } from "../domain/model/tombstone.ts";
import type { Mention, UserStore } from "../ports/memory-store.ts";
import { showRecalled } from "../services/retrieval/memory-items.ts";
import type { GraphView } from "../services/graph-view.ts";
import type { ComingUp } from "../services/plans/coming-up.ts";

/** A list that is one page. */
export const onePage = <Item>(items: Item[]) => ({ items, nextCursor: null });

/** Nouns in the wire format. Internal bookkeeping is left out. */
export function conversationView(conversation: Conversation, archivedBefore: Instant | null) {
  const { id, title, startedAt, lastMessageAt, episodeCount, branchOf, branchAt } = conversation;
  const shelf = shelfOf(conversation, archivedBefore);
  const branch = branchOf === undefined ? null : { conversationId: branchOf, ordinal: branchAt ?? 0 };
  return { id, title, startedAt, lastMessageAt, episodeCount, shelf, branchOf: branch };
}

export function episodeView<T extends Episode>(episode: T) {
  const { idempotencyKey, chainHash, ...view } = episode;
  return view;
}

/** Turns with their recalled memories. */
export async function answeredViews(user: UserStore, turns: AnsweredEpisode[], now: Instant) {
  return (await showRecalled(user, turns, now)).map(episodeView);
}

/** When a fact became true; without a stated beginning, when it was said. */
function validFromView(fact: Fact) {
  return { ...validFrom(fact), basis: fact.validAt === null ? ("said" as const) : ("stated" as const) };
}

/** A fact as its turn shows it: its words, and whether it is believed. */
export function notedView({ id, text, status }: Fact) {
  return { id, text, status };
}

/** The view of each of these facts, with the names at both ends. */
export async function factViewer(user: UserStore, facts: readonly Fact[]) {
  const names = await namesOf(user, endsOf(facts));
  return (fact: Fact) => {
    const { validAt, invalidAt, ...rest } = fact;
    return {
      ...rest,
      subject: names.get(fact.subjectId) ?? null,
      object: names.get(fact.objectId ?? "") ?? null,
      validFrom: validFromView(fact),
      validAt: validAt?.at ?? null,
      validAtPrecision: validAt?.precision ?? null,
      invalidAt: invalidAt?.at ?? null,
      invalidAtPrecision: invalidAt?.precision ?? null,
    };
  };
}

export async function factViews(user: UserStore, facts: readonly Fact[]) {
  return facts.map(await factViewer(user, facts));
}

export async function oneFactView(user: UserStore, fact: Fact) {
  return (await factViewer(user, [fact]))(fact);
}

/** Entities by id, as they are named in views. */
async function namesOf(user: UserStore, ids: Iterable<string>) {
  const entities = await user.entitiesById([...new Set(ids)]);
  return new Map(entities.map((entity) => [entity.id, nameOf(entity)]));
}

export function nameOf({ id, name, type, isSelf }: Entity) {
  return { id, name, type, isSelf };
}

/** Entities mentioned in turns, each with its positions in the text: `{id, name, type, isSelf, spans: [{start, end}]}`. */
export async function mentionViews(user: UserStore, mentions: Mention[]) {
  const spans = new Map<string, { start: number; end: number }[]>();
  for (const { entityId, start, end } of mentions)
    spans.set(entityId, [...(spans.get(entityId) ?? []), { start, end }]);
  const entities = await user.entitiesById([...spans.keys()]);
  return entities.map((entity) => ({ ...nameOf(entity), spans: spans.get(entity.id) ?? [] }));
}

/** Something ahead, with the id of its fact. */
export function comingUpView({ fact, when, daysUntil, isYearly }: ComingUp) {
  const { id, text, status } = fact;
  const { at = null, precision = null } = when ?? {};
  return { factId: id, text, status, when: at, precision, daysUntil, isYearly };
}

export function forgottenView({ purged, similar, ...forgotten }: ForgetOutcome) {
  return { forgotten, purged, similar };
}

/** Members named in a list of topics. */
const MEMBERS_LISTED_MAX = 5;

/** The view of each of these topics, with the names of its most central members; deleted ones are left out. */
export async function communityViewer(
  user: UserStore,
  communities: readonly Community[],
  shownMax: number = MEMBERS_LISTED_MAX,
) {
  const shown = communities.flatMap(({ members }) => members.slice(0, shownMax));
  const names = await namesOf(user, shown);
  return ({ factIds, members, asked, ...view }: Community) => ({
    ...view,
    memberCount: members.length,
    members: members.slice(0, shownMax).flatMap((id) => names.get(id) ?? []),
  });
}

/** Entities and their relations, in graph terms. */
export function graphView({ nodes, edges, total }: GraphView) {
  return {
    total,
    nodes: nodes.map(nodeView),
    edges: edges.map((edge) => ({ ...edgeView(edge), validFrom: validFromView(edge) })),
  };
}

export function nodeView(node: GraphView["nodes"][number]) {
  const { id, name, type, isSelf, status, confidence, mentionCount, degree } = node;
  return { id, label: name, type, isSelf, status, confidence, mentionCount, degree };
}

export function edgeView({ id, subjectId, objectId, predicate, text, status, polarity }: Fact) {
  return {
    factId: id,
    source: subjectId,
    target: objectId,
    type: predicate,
    label: text,
    status,
    polarity,
  };
}
