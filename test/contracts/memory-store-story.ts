import type { Entity } from "../../src/domain/model/entity.ts";
import type { Episode } from "../../src/domain/model/episode.ts";
import type { Evidence, Fact } from "../../src/domain/model/fact.ts";
import type { Mutation, MutationBatch } from "../../src/domain/model/mutation.ts";
import type { Rejection } from "../../src/domain/model/rejection.ts";
import { CURRENT_STATUSES, STATUSES } from "../../src/domain/model/status.ts";
import { type Instant, toInstant, toMs } from "../../src/domain/model/time.ts";
import type { Clock } from "../../src/ports/clock.ts";
import { expect } from "vitest";
import type { ErrorCode } from "../../src/errors.ts";
import type { NewEpisode, Page, PageRequest, TextQuery, UserStore } from "../../src/ports/memory-store.ts";

/** A clock that a test moves. It stands still otherwise, so that equal times happen as they do in life. */
export interface TestClock extends Clock {
  advance(ms: number): Instant;
}

/** What a test knows to be there. */
export function must<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("Something the test needs is missing");
  return value;
}

export const START: Instant = "2026-03-01T09:00:00.000Z";

export function testClock(start: Instant = START): TestClock {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => (now = toInstant(toMs(now) + ms)),
  };
}

export function newEpisode(id: string, more: Partial<NewEpisode> = {}): NewEpisode {
  return {
    id,
    conversationId: "c1",
    createConversation: true,
    userMessage: `message of ${id}`,
    source: "chat",
    state: "open",
    memory: "on",
    mode: "chat",
    occurredAt: START,
    recordedAt: START,
    extract: true,
    ...more,
  };
}

/** Opens and, when there is a reply, completes. */
export async function say(
  user: UserStore,
  id: string,
  userMessage: string,
  more: Partial<NewEpisode> & { reply?: string } = {},
): Promise<Episode> {
  const { reply, ...rest } = more;
  const opened = await user.openEpisode(newEpisode(id, { userMessage, ...rest }));
  if (opened.outcome !== "opened") throw new Error(`Episode ${id} was not opened: ${opened.outcome}`);
  if (opened.episode.state !== "open") return opened.episode;
  return user.completeEpisode(id, {
    assistantReply: reply ?? null,
    state: "complete",
    recalled: [],
    model: "test-model",
  });
}

export function entity(id: string, name: string, more: Partial<Entity> = {}): Entity {
  return {
    id,
    name,
    type: "thing",
    aliases: [],
    summary: null,
    properties: {},
    confidence: 0.7,
    mentionCount: 1,
    createdAt: START,
    lastMentionedAt: START,
    status: "staged",
    isSelf: false,
    externalKeys: [],
    ...more,
  };
}

export function quote(episode: Episode, words: string, more: Partial<Evidence> = {}): Evidence {
  const part = more.part ?? "user";
  const text = part === "user" ? episode.userMessage : (episode.assistantReply ?? "");
  const start = text.indexOf(words);
  if (start < 0) throw new Error(`"${words}" does not stand in episode ${episode.id}`);
  return {
    episodeId: episode.id,
    part,
    start,
    end: start + words.length,
    quote: words,
    assertedBy: "user",
    occurredAt: episode.occurredAt,
    ...more,
  };
}

export function fact(id: string, subjectId: string, predicate: string, more: Partial<Fact> = {}): Fact {
  return {
    id,
    subjectId,
    predicate,
    objectId: null,
    value: more.objectId === undefined || more.objectId === null ? "something" : null,
    polarity: "positive",
    text: `${predicate} of ${id}`,
    confidence: 0.7,
    validAt: null,
    invalidAt: null,
    createdAt: START,
    expiredAt: null,
    status: "staged",
    supersedes: null,
    change: "none",
    origin: null,
    evidence: [],
    ...more,
  };
}

export function rejection(id: string, more: Partial<Rejection> = {}): Rejection {
  return {
    id,
    episodeId: null,
    factId: null,
    stage: "grounding",
    reason: "no_evidence",
    detail: "no quote",
    proposal: { subject: "user" },
    reasoning: null,
    at: START,
    overruledAt: null,
    overruledFactId: null,
    ...more,
  };
}

export function batch(mutations: Mutation[], more: Partial<MutationBatch> = {}): MutationBatch {
  return { actor: "live", reason: "test", mutations, ...more };
}

/** All items of a list, page by page. */
export async function walk<T>(
  page: (request: PageRequest) => Promise<Page<T>>,
  limit = 2,
  between?: () => Promise<unknown>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 500; pages++) {
    const next = await page(cursor === undefined ? { limit } : { limit, cursor });
    items.push(...next.items);
    if (next.nextCursor === null) return items;
    cursor = next.nextCursor;
    await between?.();
  }
  throw new Error("The list does not end");
}

/** Everything a user can see, for "nothing changed" and "the word is nowhere". */
export async function dump(user: UserStore): Promise<Record<string, unknown>> {
  return {
    settings: await user.settings(),
    conversations: await walk((r) => user.conversationPage(r), 200),
    episodes: await walk((r) => user.episodePage(r), 200),
    entities: await walk((r) => user.entityPage(r), 200),
    facts: await walk((r) => user.factPage({ ...r, statuses: STATUSES }), 200),
    changes: await walk((r) => user.changePage(r), 200),
    rejections: await walk((r) => user.rejectionPage(r), 200),
    stats: await user.stats(),
  };
}

export interface Story {
  selfId: string;
  ids: { conversation: string; sister: string; work: string; anna: string; lisbon: string };
  facts: { sister: string; city: string; job: string };
}

/**
 * The same small life for any user: a sister Anna in Lisbon, and work as a nurse. Ids carry the prefix.
 */
export async function tellStory(user: UserStore, prefix: string): Promise<Story> {
  const self = await user.self();
  const id = (name: string): string => `${prefix}-${name}`;
  const ids = {
    conversation: id("conversation"),
    sister: id("sister"),
    work: id("work"),
    anna: id("anna"),
    lisbon: id("lisbon"),
  };
  const facts = { sister: id("fact-sister"), city: id("fact-city"), job: id("fact-job") };
  const in_ = { conversationId: ids.conversation, conversation: { externalId: "thread-1" } };
  const first = await say(user, ids.sister, "My sister Anna lives in Lisbon. It rains today.", {
    ...in_,
    externalId: "message-1",
    idempotencyKey: "key-1",
    reply: "Greetings to her!",
  });
  const second = await say(user, ids.work, "I work as a nurse.", { ...in_, reply: "A hard job." });
  await user.apply(
    batch(
      [
        { op: "entity.put", entity: entity(ids.anna, "Anna", { type: "person" }) },
        { op: "entity.put", entity: entity(ids.lisbon, "Lisbon", { type: "city" }) },
        { op: "mention.put", episodeId: first.id, entityId: ids.anna, start: 10, end: 14 },
        { op: "mention.put", episodeId: first.id, entityId: ids.lisbon, start: 24, end: 30 },
        {
          op: "fact.put",
          fact: fact(facts.sister, self.id, "HAS_SISTER", {
            objectId: ids.anna,
            text: "The user has a sister, Anna.",
            evidence: [quote(first, "My sister Anna")],
          }),
        },
        {
          op: "fact.put",
          fact: fact(facts.city, ids.anna, "LIVES_IN", {
            objectId: ids.lisbon,
            text: "Anna lives in Lisbon.",
            evidence: [quote(first, "Anna lives in Lisbon")],
          }),
        },
        {
          op: "fact.put",
          fact: fact(facts.job, self.id, "WORKS_AS", {
            value: "nurse",
            text: "The user works as a nurse.",
            evidence: [quote(second, "I work as a nurse")],
          }),
        },
        {
          op: "rejection.put",
          rejection: rejection(id("rejection"), {
            episodeId: first.id,
            proposal: { subject: "Anna", object: "Lisbon" },
          }),
        },
      ],
      { once: "story" },
    ),
  );
  return { selfId: self.id, ids, facts };
}

/** As an error of the catalogue. */
export async function rejects(promise: Promise<unknown>, code: ErrorCode): Promise<void> {
  await expect(promise).rejects.toMatchObject({ name: "EngramError", code });
}

export const search = (terms: string[], more: Partial<TextQuery> = {}): TextQuery => ({
  terms,
  kinds: ["fact", "entity", "episode"],
  limit: 10,
  statuses: CURRENT_STATUSES,
  ...more,
});

/** Every word a user can still see, in lower case. */
export async function seen(user: UserStore): Promise<string> {
  return JSON.stringify(await dump(user)).toLowerCase();
}

export async function finds(user: UserStore, ...terms: string[]): Promise<string[]> {
  const query = {
    terms,
    kinds: ["fact", "entity", "episode"] as const,
    limit: 50,
    statuses: CURRENT_STATUSES,
  };
  return (await user.search({ ...query, kinds: [...query.kinds] })).map((hit) => hit.id).sort();
}

export const NEVER = "2020-01-01T00:00:00.000Z";
