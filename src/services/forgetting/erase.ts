import { titleOf } from "../../domain/model/conversation.ts";
import type { Episode } from "../../domain/model/episode.ts";
import {
  newFact,
  sideOf,
  touches,
  turnsBehind,
  type EvidencePart,
  type Fact,
  type SpanOfTurn,
} from "../../domain/model/fact.ts";
import { contentWords, crudeStem } from "../../language/stems.ts";
import { CURRENT_STATUSES, STATUSES } from "../../domain/model/status.ts";
import { foldName, outside, sentences, type Span } from "../../language/text.ts";
import { REDACTED, type ForgetOutcome, type ForgetTarget } from "../../domain/model/tombstone.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { stemSetOf } from "../intents/stem-set.ts";
import type { Needs } from "../kernel.ts";
import { textOf } from "./memories.ts";
import { factsOfEntities } from "../facts-of.ts";

/** Sentences of one turn about the topic of an intent. */
export interface TopicMention {
  episode: Episode;
  spans: SpanOfTurn[];
}

export interface EraseContext extends Needs<"newId" | "graphLock"> {
  user: UserStore;
  now: Instant;
  /** Forgets and notifies observers. */
  forget: (target: ForgetTarget) => Promise<ForgetOutcome>;
}

/** Maximum facts with evidence in one turn. */
const RESTING_MAX = 200;

/**
 * Forgets facts, then their remaining mentions in their turns: sentences that held the evidence, unless other facts
 * have evidence there. A turn with nothing else left is removed whole.
 */
export async function eraseFacts(context: EraseContext, facts: readonly Fact[]): Promise<void> {
  const before = await context.user.episodesById([...turnsBehind(facts)]);
  for (const { id } of facts) await context.forget({ factId: id });
  const told = distinctiveStems(facts);
  for (const turn of before) {
    const now = await context.user.episode(turn.id);
    if (now !== null) await eraseRest(context, now, told);
    await retitle(context, turn);
  }
}

/**
 * If nothing else is known about them, the name is forgotten too, unless it is an everyday word ("Will") or also
 * another entity's name.
 */
export async function eraseName(
  { user, forget }: EraseContext,
  { id, name, aliases }: Entity,
): Promise<void> {
  const [known] = await factsOfEntities(user, [id], CURRENT_STATUSES, 1);
  if (known !== undefined) return;
  const names = [name, ...aliases.filter(({ kind }) => kind !== "role").map(({ alias }) => alias)];
  const hits = await user.entitiesByAlias(names.map(foldName));
  const isOnlyBearer = hits.every(({ entity }) => entity.id === id);
  if (hits.length > 0 && isOnlyBearer && names.every((one) => contentWords(one).length > 0))
    await forget({ entityId: id });
}

/** A title is the beginning of the first message, and may contain a cut-off part of the forgotten words. */
async function retitle({ user }: EraseContext, before: Episode): Promise<void> {
  const conversation = await user.conversation(before.conversationId);
  if (before.ordinal > (conversation?.branchAt ?? 0)) return;
  const now = await user.episode(before.id);
  if (conversation === null || now?.userMessage === before.userMessage) return;
  if (conversation.title !== titleOf(before.userMessage)) return;
  await user.patchConversation(conversation.id, { title: now === null ? null : titleOf(now.userMessage) });
}

/** Distinctive stems of the facts, to find replies that repeat them. */
function distinctiveStems(facts: readonly Fact[]): Set<string> {
  const words = facts.flatMap((fact) => contentWords(fact.value ?? ""));
  return new Set(
    words.filter((word) => word.length >= TELLING_CHARS_MIN || /\d{3}/.test(word)).map(crudeStem),
  );
}

const TELLING_CHARS_MIN = 5;

async function eraseRest(context: EraseContext, now: Episode, told: Set<string>): Promise<void> {
  const resting = await restingOn(context, now.id);
  const cut = sentencesOf(now, "user", (sentence) => sentence.includes(REDACTED));
  const taken = sentencesOf(now, "assistant", (sentence) => !told.isDisjointFrom(stemSetOf(sentence)));
  await eraseMention(context, { episode: now, spans: [...cut, ...taken] }, resting);
}

/** The matching sentences of one part of a turn. */
export function sentencesOf(
  turn: Episode,
  part: EvidencePart,
  isMeant: (sentence: string) => boolean,
): SpanOfTurn[] {
  const text = sideOf(turn, part);
  const meant = sentences(text).filter(({ start, end }) => isMeant(text.slice(start, end)));
  return meant.map((span) => ({ ...span, part }));
}

async function restingOn({ user }: EraseContext, episodeId: string): Promise<Fact[]> {
  return user.facts({ episodeIds: [episodeId], statuses: STATUSES, limit: RESTING_MAX });
}

/** Forgets sentences of a turn, or the whole turn if it says nothing else. */
export async function eraseMention(
  context: EraseContext,
  mention: TopicMention,
  known?: Fact[],
): Promise<void> {
  const resting = known ?? (await restingOn(context, mention.episode.id));
  const held = resting.flatMap((fact) => fact.evidence.filter((e) => e.episodeId === mention.episode.id));
  const free = known
    ? mention.spans.filter((span) => !held.some((e) => touches(e, span)))
    : mention.spans.flatMap((span) => withoutEvidence(span, held));
  const inMessage = free.filter((span) => span.part === "user");
  if (isEmptied(mention.episode, inMessage, resting)) return emptyTurn(context, mention.episode, free);
  if (free.some((span) => hasContent(mention.episode, span)))
    await forgetWords(context, mention.episode, free);
  await retitle(context, mention.episode);
}

/**
 * In an ongoing conversation, the turn stays without its words. A conversation's only turn is removed whole, and so is
 * one of a word or two ("yes"), whose hash would match those words everywhere.
 */
async function emptyTurn(context: EraseContext, episode: Episode, meant: SpanOfTurn[] = []): Promise<void> {
  const { id, userMessage } = episode;
  const conversation = await context.user.conversation(episode.conversationId);
  const said = contentWords(userMessage.replaceAll(REDACTED, " "));
  const isTelling = said.length > 1 || userMessage.includes(REDACTED);
  if (conversation === null || conversation.episodeCount < 2 || !isTelling) {
    await context.forget({ episodeId: id });
    return;
  }
  const stems = new Set(said.map(crudeStem));
  const repeats = (words: string[]): boolean => words.some((word) => stems.has(crudeStem(word)));
  await redactTurn(context, id, () => [
    { part: "user", start: 0, end: userMessage.length },
    ...meant.filter(({ part }) => part === "assistant"),
    ...sentencesOf(episode, "assistant", (sentence) => {
      const words = contentWords(sentence);
      return words.length > COMMONPLACE_WORDS_MAX || sentence.includes(REDACTED) || repeats(words);
    }),
  ]);
}

/** A reply with no more content words than this ("I see") reveals nothing about what it answers. */
const COMMONPLACE_WORDS_MAX = 2;

/** The parts of a span that are not evidence for another fact. */
export function withoutEvidence(span: SpanOfTurn, held: readonly SpanOfTurn[]): SpanOfTurn[] {
  return outside(
    span,
    held.filter(({ part }) => part === span.part),
  );
}

export function hasContent(episode: Episode, span: SpanOfTurn): boolean {
  return contentWords(textOf(episode, span).replaceAll(REDACTED, " ")).length > 0;
}

/**
 * Words without a fact are forgotten as the evidence of a temporary fact, so that they leave the same traces as any
 * others: redacted in place, and recognised by their hash when they come back.
 */
async function forgetWords(context: EraseContext, episode: Episode, spans: SpanOfTurn[]): Promise<void> {
  const { user, now } = context;
  const telling = spans.filter((span) => hasContent(episode, span));
  const [first] = telling;
  if (!first) return;
  const id = context.newId();
  const self = await user.self();
  await context.graphLock.run(user.userId, () =>
    user.apply({
      actor: "user",
      reason: "to_be_forgotten",
      mutations: [
        {
          op: "fact.put",
          fact: newFact({
            id,
            subjectId: self.id,
            predicate: "SAID",
            value: textOf(episode, first),
            text: textOf(episode, first),
            confidence: 0,
            createdAt: now,
            expiredAt: now,
            status: "archived",
            evidence: telling.map((span) => ({
              episodeId: episode.id,
              part: span.part,
              start: span.start,
              end: span.end,
              quote: textOf(episode, span),
              assertedBy: span.part,
              occurredAt: episode.occurredAt,
            })),
          }),
        },
      ],
    }),
  );
  await context.forget({ factId: id });
}

/**
 * Redacts words of a turn that the conversation continues from; the turn itself stays, so that the conversation does.
 */
export async function redactTurn(
  context: EraseContext,
  episodeId: string,
  spansOf: (episode: Episode) => SpanOfTurn[],
): Promise<void> {
  const episode = await context.user.episode(episodeId);
  if (episode === null) return;
  const spans = spansOf(episode).filter((span) => hasContent(episode, span));
  if (spans.length > 0) await forgetWords(context, episode, spans);
  await retitle(context, episode);
}

/** Redacts both sides of a turn, and forgets every statement with evidence in it. */
export async function redactWholeTurn(context: EraseContext, episodeId: string): Promise<void> {
  for (const { id } of await restingOn(context, episodeId)) await context.forget({ factId: id });
  await redactTurn(context, episodeId, ({ userMessage, assistantReply }) => [
    { part: "user", start: 0, end: userMessage.length },
    { part: "assistant", start: 0, end: assistantReply?.length ?? 0 },
  ]);
}

/** A turn with at most this many content words left says nothing any more. */
const REMAINS_MAX = 2;

/** Whether a turn says nothing without these spans; false if anything else has evidence in it. */
function isEmptied({ userMessage }: Episode, spans: readonly Span[], resting: readonly Fact[]): boolean {
  if (resting.length > 0) return false;
  const left = outside({ start: 0, end: userMessage.length }, spans);
  const said = left.map(({ start, end }) => userMessage.slice(start, end)).join("");
  return contentWords(said.replaceAll(REDACTED, " ")).length <= REMAINS_MAX;
}
