import { isTransient, type ContextType, type Outcome } from "../domain/model/context.ts";
import type { Entity } from "../domain/model/entity.ts";
import { spansOfName } from "../domain/model/entity-names.ts";
import { titleOf } from "../domain/model/conversation.ts";
import type { Episode, EpisodeSource } from "../domain/model/episode.ts";
import { externalIdsIn } from "../domain/grounding/external-ids.ts";
import { isSelfWord } from "../domain/model/proposal.ts";
import type { Instant } from "../domain/model/time.ts";
import { EngramError, notFound } from "../errors.ts";
import { foldName } from "../language/text.ts";
import type { UserStore } from "../ports/memory-store.ts";
import { type GivenId, planExternalIds } from "./extraction/external-ids.ts";
import { derivedLink, storeLinks } from "./links.ts";
import { lookedAt, understand } from "./retrieval/query.ts";
import type { Engine } from "./engine-types.ts";

/** Something said outside the chat. */
export interface RememberInput {
  text: string;
  /** Absent: the user. */
  speaker?: string | undefined;
  /** Absent: now. */
  occurredAt?: Instant | undefined;
  /** Absent: a new conversation. */
  conversationId?: string | undefined;
  /** Absent: `api`. */
  source?: EpisodeSource | undefined;
  /** The same id again is the same episode. */
  externalId?: string | undefined;
  outcome?: Outcome | undefined;
  contextType?: ContextType | undefined;
  /** Lowercase, without spaces. */
  tags?: readonly string[] | undefined;
  /** Things in other systems that it is about. */
  about?: readonly GivenId[] | undefined;
}

/**
 * Stores an episode, which is extracted in the background. `isNew` is false if the external id was seen before. Throws
 * `not_found` for an unknown conversation and `conflict` for forgotten words.
 */
export async function remember(
  engine: Engine,
  userId: string,
  told: RememberInput,
): Promise<{ episode: Episode; isNew: boolean }> {
  const user = engine.store.forUser(userId);
  const { text, speaker = null, conversationId, source = "api", externalId = null } = told;
  if (conversationId !== undefined && !(await user.conversation(conversationId)))
    throw notFound("conversation", "conversationId");
  const now = engine.clock.now();
  const opened = await user.openEpisode({
    id: engine.newId(),
    conversationId: conversationId ?? engine.newId(),
    createConversation: conversationId === undefined,
    conversation: { title: titleOf(text), clientSystem: null, externalId: null },
    userMessage: text,
    // Models name a speaker also where they could leave it out.
    speaker: speaker !== null && isSelfWord(foldName(speaker)) ? null : speaker,
    source,
    state: "complete",
    memory: "on",
    mode: "chat",
    // Nothing was said in the future: another machine's clock is fast.
    occurredAt: told.occurredAt !== undefined && told.occurredAt < now ? told.occurredAt : now,
    recordedAt: now,
    externalId,
    outcome: told.outcome,
    contextType: told.contextType,
    tags: told.tags === undefined || told.tags.length === 0 ? undefined : told.tags.join(" "),
    extract: !isTransient(told),
  });
  if (opened.outcome === "forgotten") {
    const message = "These words were forgotten; they are not stored again";
    throw new EngramError("conflict", message, { fields: [{ field: "text", message }] });
  }
  if (opened.outcome === "opened") await recordContext(engine, user, opened.episode, told.about ?? []);
  await engine.stored(userId, opened.episode);
  return { episode: opened.episode, isNew: opened.outcome === "opened" };
}

/** Another turn may create the same entity in between; then it is planned again. */
const PLANS_MAX = 5;

/**
 * What code can tell about a text without a model: its external ids have their entities, and links say which turn led to
 * it and which things it is about (SCH-12). Turns that follow each other need no link: their ordinal says it.
 */
async function recordContext(
  engine: Engine,
  user: UserStore,
  episode: Episode,
  about: readonly GivenId[],
): Promise<void> {
  const { id, contextType, conversationId } = episode;
  const { idTemplates } = await user.settings();
  const found = externalIdsIn(episode.userMessage, idTemplates);
  const entities = await entitiesOf(engine, user, episode, [...about, ...found]);
  const how = { persistent: !isTransient(episode), now: engine.clock.now() };
  const from = { kind: "episode", id } as const;
  const things = contextType === undefined ? entities.slice(0, about.length) : entities;
  if (isTransient(episode)) await mentionKnown(user, episode);
  const links = things.map((to) => derivedLink("relates_to", from, { kind: "entity", id: to.id }, how));
  if (contextType !== undefined && FOLLOWS.has(contextType)) {
    const latest = await user.episodes({ conversationId, order: "newest", limit: 2 });
    const before = latest.find((one) => one.ordinal < episode.ordinal);
    if (before) links.push(derivedLink("led_to", { kind: "episode", id: before.id }, from, how));
  }
  if (links.length > 0) await storeLinks(engine, user.userId, links);
}

/** No extraction reads transient context: what it names is what is known by an exact name. */
async function mentionKnown(user: UserStore, episode: Episode): Promise<void> {
  const { id: episodeId, userMessage } = episode;
  const hits = await user.entitiesByAlias(understand(lookedAt(userMessage)).nGrams);
  const named = new Map(hits.flatMap((hit) => (hit.kind === "role" ? [] : [[hit.entity.id, hit.entity]])));
  const mutations = [...named.values()].flatMap((entity) =>
    entity.isSelf
      ? []
      : spansOfName(entity, userMessage)
          .slice(0, MENTIONS_MAX)
          .map((span) => ({ op: "mention.put" as const, episodeId, entityId: entity.id, ...span })),
  );
  if (mutations.length > 0) await user.apply({ actor: "live", reason: "known_names", mutations });
}

/** Stored spans per entity. */
const MENTIONS_MAX = 8;

/** They come of the turn before them: a question of its search, a selection of its action. */
const FOLLOWS: ReadonlySet<ContextType> = new Set(["search_result", "tool_output", "completed_action"]);

async function entitiesOf(
  engine: Engine,
  user: UserStore,
  episode: Episode,
  ids: readonly GivenId[],
): Promise<Entity[]> {
  for (let attempt = 1; attempt <= PLANS_MAX; attempt++) {
    const { mutations, newNames, entities } = await planExternalIds(user, episode, ids, engine.newId);
    if (mutations.length === 0) return entities;
    const expect = { episodeId: episode.id, unknownNames: newNames };
    if ((await user.apply({ actor: "live", reason: "external_ids", expect, mutations })).applied)
      return entities;
  }
  return [];
}
