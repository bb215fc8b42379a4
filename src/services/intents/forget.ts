import type { Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { contentWords } from "../../language/stems.ts";
import { STATUSES } from "../../domain/model/status.ts";
import { foldName } from "../../language/text.ts";
import { askBack, CHOICES_MAX, factsOption, type AnswerOption } from "./ask-back.ts";
import { eraseFacts, eraseMention, eraseTurns, type Erased } from "./erase.ts";
import { mentionsOf, type TopicMention } from "./mentions.ts";
import { outcome, intentOf, type Execute, type IntentContext, type IntentOutcome } from "./plan.ts";
import { candidateOf, resolveForget, type ResolvedTarget } from "./resolve-forget.ts";
import { targetOf } from "./target.ts";
import type { Intent } from "./types.ts";
import { memoriesUsedIn } from "./used-memories.ts";

/** Turns looked back for the last thing that was said. */
const BACK_MAX = 10;
/** Turns that may speak of one thing without asking which is meant. */
const CLEAR_TURNS_MAX = 2;

/** Looks up what an intent to forget means. Null when it is none after all, or a model is to read it. */
export async function planForget(context: IntentContext, intent: Intent): Promise<Execute | null> {
  if (intent.scope === "everything") return () => askEverything(context);
  if (intent.scope === "last") return planLast(context);
  return planNamed(context, intent);
}

function notFound({ say }: IntentContext): IntentOutcome {
  return outcome(say.notFound, "You found nothing that the user's request to forget could mean.", {
    intent: intentOf("forget"),
  });
}

async function askEverything(context: IntentContext): Promise<IntentOutcome> {
  const { facts, episodes } = await context.user.stats();
  const memories = Object.values(facts).reduce((sum, count) => sum + count, 0);
  return askBack(context, "forget", context.say.askEverything(memories, episodes), [], { everything: true });
}

async function planLast(context: IntentContext): Promise<Execute | null> {
  const last = await lastSaid(context);
  if (last === null)
    return async () =>
      outcome(context.say.nothingBefore, "There was nothing to forget.", { intent: intentOf("forget") });
  const answered = await answeredFacts(context, last);
  if (answered.length === 0) return async () => forgotten(context, await eraseTurns(context, [last.id]));
  if (answered.length === 1) return async () => forgotten(context, await eraseFacts(context, answered, []));
  return askWhich(
    context,
    answered.map((fact) => [fact]),
  );
}

/** The last turn in which something was said, not asked of the memory itself. */
export async function lastSaid({ user, conversationId }: IntentContext): Promise<Episode | null> {
  if (conversationId === null) return null;
  const turns = await user.episodes({ conversationId, order: "newest", limit: BACK_MAX });
  return (
    turns.find((turn) => turn.state !== "open" && (turn.intent === null || turn.memory === "on")) ?? null
  );
}

/** When the last turn was a question that memory answered, "that" is the answer. */
async function answeredFacts(context: IntentContext, last: Episode) {
  const { user } = context;
  if (!/\?["”')\]\s]*$/.test(last.userMessage)) return [];
  const told = await user.facts({ episodeIds: [last.id], statuses: STATUSES, limit: 1 });
  if (told.length > 0) return [];
  const used = (await memoriesUsedIn(context, last)).filter((item) => item.kind === "fact");
  return user.factsById(used.map((item) => item.id));
}

async function planNamed(context: IntentContext, intent: Intent): Promise<Execute | null> {
  // The message itself said it, and is stored without it.
  if (intent.isSaidHere) return async () => forgotten(context, { facts: 0, turns: 1 });
  // "What I said about X", "everything about X": how much that is, a model reads.
  if (context.deps.modelReadsIntents?.() && intent.scope !== "named") return null;
  const resolved = await resolveForget(context.user, targetOf(context.message, intent));
  // "Forget the salad" may be said to a cook.
  const isUnsure = intent.scope === "named" && !resolved.isNamed;
  if (resolved.kind === "several") return askWhich(context, resolved.groups);
  if (resolved.kind === "none") return isUnsure ? null : planMentions(context, intent, resolved);
  return isUnsure ? askSure(context, resolved) : planFacts(context, intent, resolved);
}

function planFacts(
  context: IntentContext,
  { scope }: Intent,
  { groups, topic, somebody }: ResolvedTarget,
): Execute {
  return async (episodeId) => {
    const erased = await eraseFacts(context, groups.flat(), topic);
    if (scope === "whole" && somebody !== null) await eraseName(context, somebody);
    const mentions = await mentionsOf(context.user, topic, [episodeId]);
    const isPlain = scope === "whole" && mentions.length <= CLEAR_TURNS_MAX;
    return isPlain ? eraseMentions(context, mentions, erased) : askAboutMentions(context, erased, mentions);
  };
}

/** Nothing is known of them any more: the name goes too, unless it is an everyday word ("Will") or another's as well. */
async function eraseName({ deps, user }: IntentContext, { id, name, aliases }: Entity): Promise<void> {
  const names = [name, ...aliases.filter(({ kind }) => kind !== "role").map(({ alias }) => alias)];
  const hits = await user.entitiesByAlias(names.map(foldName));
  const isOnlyBearer = hits.every(({ entity }) => entity.id === id);
  if (hits.length > 0 && isOnlyBearer && names.every((one) => contentWords(one).length > 0))
    await deps.forget(user.userId, { entityId: id });
}

/** No fact was made of it: the sentences that name it go. */
async function planMentions(
  context: IntentContext,
  { scope }: Intent,
  { topic, isOwn }: ResolvedTarget,
): Promise<Execute | null> {
  const mentions = await mentionsOf(context.user, topic, []);
  // "My address": a sentence with the word may speak of somebody else's.
  const isPlain = scope !== "named" && !isOwn && mentions.length <= CLEAR_TURNS_MAX;
  if (mentions.length > 0 && isPlain) return () => eraseMentions(context, mentions);
  if (context.deps.modelReadsIntents?.()) return null;
  return async () => (mentions.length === 0 ? notFound(context) : askMentions(context, mentions));
}

/** Asks back, unless a model reads what is meant. */
function askWhich(context: IntentContext, groups: Fact[][]): Execute | null {
  if (context.deps.modelReadsIntents?.()) return null;
  return async () => askBack(context, "forget", context.say.askWhich, optionsOf(context, groups));
}

function askSure(context: IntentContext, { groups }: ResolvedTarget): Execute | null {
  if (context.deps.modelReadsIntents?.()) return null;
  return async () => askBack(context, "forget", context.say.askSure, optionsOf(context, groups));
}

/** One per group; when there are too many to list, the last one stands for all. */
function optionsOf({ say }: IntentContext, groups: Fact[][]): AnswerOption[] {
  const options = groups.map((facts) => factsOption(facts, candidateOf(facts)));
  if (options.length <= CHOICES_MAX) return options;
  const all = groups.flat();
  return [
    ...options.slice(0, CHOICES_MAX - 1),
    { ...factsOption(all, candidateOf(all)), text: say.allOfIt(all.length) },
  ];
}

/** `erased` before. */
async function eraseMentions(
  context: IntentContext,
  mentions: TopicMention[],
  erased: Erased = { facts: 0, turns: 0 },
): Promise<IntentOutcome> {
  for (const mention of mentions) await eraseMention(context, mention);
  return forgotten(context, { ...erased, turns: erased.turns + mentions.length });
}

function askMentions(context: IntentContext, mentions: TopicMention[]): IntentOutcome {
  const options = mentions.map(({ episode, spans }) => ({
    candidate: { factIds: [], episodeIds: [episode.id] },
    text: spans
      .filter((span) => span.part === "user")
      .map((span) => episode.userMessage.slice(span.start, span.end))
      .join(" "),
    facts: [],
  }));
  return askBack(context, "forget", context.say.askWhich, options);
}

/** Tells what was erased and asks about other turns that speak of it. */
async function askAboutMentions(
  context: IntentContext,
  erased: Erased,
  mentions: TopicMention[],
): Promise<IntentOutcome> {
  if (mentions.length === 0) return forgotten(context, erased);
  const done = counted(context, erased);
  const candidate = { factIds: [], episodeIds: mentions.map((mention) => mention.episode.id) };
  const text = `${done.text} ${context.say.askElsewhere(mentions.length)} ${context.say.howToAnswer(1)}`;
  const intent = intentOf("forget", { state: "asked", candidates: [candidate] });
  return {
    ...done,
    text,
    intent,
    actions: [...done.actions, { action: "asked", ids: [], counts: { choices: 1 } }],
  };
}

/** Tells what was erased and how many remaining turns may still speak of it. */
export async function forgotten(context: IntentContext, erased: Erased): Promise<IntentOutcome> {
  const done = counted(context, erased);
  const left = (await context.user.episodesById([...context.similar])).map(({ id }) => id);
  if (left.length === 0) return done;
  const actions = done.actions.map((action) => ({
    ...action,
    ids: left,
    counts: { ...action.counts, similar: left.length },
  }));
  return { ...done, text: `${done.text} ${context.say.similarLeft(left.length)}`, actions };
}

function counted({ say }: IntentContext, { facts, turns }: Erased): IntentOutcome {
  return outcome(
    say.forgotten(facts, turns),
    `You have just forgotten ${facts} memories for good, as the user wished.`,
    {
      actions: [{ action: "forgotten", ids: [], counts: { facts, turns } }],
      intent: intentOf("forget"),
    },
  );
}
