import type { Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { contentWords } from "../../language/stems.ts";
import { STATUSES } from "../../domain/model/status.ts";
import { foldName } from "../../language/text.ts";
import { ask, CHOICES_MAX, factsOption, type Option } from "./ask.ts";
import { eraseFacts, eraseMention, eraseTurns, type Erased } from "./erase.ts";
import { mentionsOf, type Mention } from "./mentions.ts";
import { outcome, wish, type Act, type WishContext, type WishOutcome } from "./plan.ts";
import { candidateOf, resolveForget, type Resolved } from "./resolve-forget.ts";
import { targetOf } from "./target.ts";
import type { Intent } from "./types.ts";
import { usedBy } from "./used.ts";

/** Turns looked back for the last thing that was said. */
const BACK_MAX = 10;
/** Turns that may speak of one thing without asking which is meant. */
const CLEAR_TURNS_MAX = 2;

/** Looks up what an intent to forget means. Null when it is none after all, or a model is to read it. */
export async function planForget(context: WishContext, intent: Intent): Promise<Act | null> {
  if (intent.scope === "everything") return async () => askEverything(context);
  if (intent.scope === "last") return planLast(context);
  return planNamed(context, intent);
}

function notFound({ say }: WishContext): WishOutcome {
  return outcome(say.notFound, "You found nothing that the user's request to forget could mean.", {
    intent: wish("forget"),
  });
}

function askEverything(context: WishContext): WishOutcome {
  return ask(context, "forget", context.say.askEverything, [], { everything: true });
}

async function planLast(context: WishContext): Promise<Act | null> {
  const last = await lastSaid(context);
  if (last === null)
    return async () =>
      outcome(context.say.nothingBefore, "There was nothing to forget.", { intent: wish("forget") });
  const answered = await answeredFacts(context, last);
  if (answered.length === 0) return async () => forgotten(context, await eraseTurns(context, [last.id]));
  if (answered.length === 1) return async () => forgotten(context, await eraseFacts(context, answered, []));
  return askWhich(
    context,
    answered.map((fact) => [fact]),
  );
}

/** The last turn in which something was said, not asked of the memory itself. */
export async function lastSaid({ user, conversationId }: WishContext): Promise<Episode | null> {
  if (conversationId === null) return null;
  const turns = await user.episodes({ conversationId, order: "newest", limit: BACK_MAX });
  return (
    turns.find((turn) => turn.state !== "open" && (turn.intent === null || turn.memory === "on")) ?? null
  );
}

/** When the last turn was a question that memory answered, "that" is the answer. */
async function answeredFacts(context: WishContext, last: Episode) {
  const { user } = context;
  if (!/\?["”')\]\s]*$/.test(last.userMessage)) return [];
  const told = await user.facts({ episodeIds: [last.id], statuses: STATUSES, limit: 1 });
  if (told.length > 0) return [];
  const used = (await usedBy(context, last)).filter((item) => item.kind === "fact");
  return user.factsById(used.map((item) => item.id));
}

async function planNamed(context: WishContext, intent: Intent): Promise<Act | null> {
  // The message itself said it, and is stored without it.
  if (intent.isSaidHere) return async () => forgotten(context, { facts: 0, turns: 1 });
  // "What I said about X", "everything about X": how much that is, a model reads.
  if (context.deps.readsWishes && intent.scope !== "named") return null;
  const resolved = await resolveForget(context.user, targetOf(context.message, intent));
  // "Forget the salad" may be said to a cook.
  const isUnsure = intent.scope === "named" && !resolved.isNamed;
  if (resolved.kind === "several") return askWhich(context, resolved.groups);
  if (resolved.kind === "none") return isUnsure ? null : planMentions(context, intent, resolved);
  return isUnsure ? askSure(context, resolved) : planFacts(context, intent, resolved);
}

function planFacts(context: WishContext, { scope }: Intent, { groups, topic, somebody }: Resolved): Act {
  return async (episodeId) => {
    const erased = await eraseFacts(context, groups.flat(), topic);
    if (scope === "whole" && somebody !== null) await eraseName(context, somebody);
    const mentions = await mentionsOf(context.user, topic, [episodeId]);
    const isPlain = scope === "whole" && mentions.length <= CLEAR_TURNS_MAX;
    return isPlain ? eraseMentions(context, mentions, erased) : elsewhere(context, erased, mentions);
  };
}

/** Nothing is known of them any more: the name goes too, unless it is an everyday word ("Will") or another's as well. */
async function eraseName({ deps, user }: WishContext, { id, name, aliases }: Entity): Promise<void> {
  const names = [name, ...aliases.filter(({ kind }) => kind !== "role").map(({ alias }) => alias)];
  const hits = await user.entitiesByAlias(names.map(foldName));
  const isTheirsAlone = hits.every(({ entity }) => entity.id === id);
  if (hits.length > 0 && isTheirsAlone && names.every((one) => contentWords(one).length > 0))
    await deps.forget(user.userId, { entityId: id });
}

/** No fact was made of it: the sentences that name it go. */
async function planMentions(
  context: WishContext,
  { scope }: Intent,
  { topic, isOwn }: Resolved,
): Promise<Act | null> {
  const mentions = await mentionsOf(context.user, topic, []);
  // "My address": a sentence with the word may speak of somebody else's.
  const isPlain = scope !== "named" && !isOwn && mentions.length <= CLEAR_TURNS_MAX;
  if (mentions.length > 0 && isPlain) return () => eraseMentions(context, mentions);
  if (context.deps.readsWishes) return null;
  return async () => (mentions.length === 0 ? notFound(context) : askMentions(context, mentions));
}

/** Asks back, unless a model reads what is meant. */
function askWhich(context: WishContext, groups: Fact[][]): Act | null {
  if (context.deps.readsWishes) return null;
  return async () => ask(context, "forget", context.say.askWhich, optionsOf(context, groups));
}

function askSure(context: WishContext, { groups }: Resolved): Act | null {
  if (context.deps.readsWishes) return null;
  return async () => ask(context, "forget", context.say.askSure, optionsOf(context, groups));
}

/** One per group; when there are too many to list, the last one stands for all. */
function optionsOf({ say }: WishContext, groups: Fact[][]): Option[] {
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
  context: WishContext,
  mentions: Mention[],
  erased: Erased = { facts: 0, turns: 0 },
): Promise<WishOutcome> {
  for (const mention of mentions) await eraseMention(context, mention);
  return forgotten(context, { ...erased, turns: erased.turns + mentions.length });
}

function askMentions(context: WishContext, mentions: Mention[]): WishOutcome {
  const options = mentions.map(({ episode, spans }) => ({
    candidate: { factIds: [], episodeIds: [episode.id] },
    text: spans
      .filter((span) => span.part === "user")
      .map((span) => episode.userMessage.slice(span.start, span.end))
      .join(" "),
    facts: [],
  }));
  return ask(context, "forget", context.say.askWhich, options);
}

/** Done, and honest about other turns that speak of it. */
async function elsewhere(context: WishContext, erased: Erased, mentions: Mention[]): Promise<WishOutcome> {
  if (mentions.length === 0) return forgotten(context, erased);
  const done = counted(context, erased);
  const candidate = { factIds: [], episodeIds: mentions.map((mention) => mention.episode.id) };
  const text = `${done.text} ${context.say.askElsewhere(mentions.length)} ${context.say.howToAnswer(1)}`;
  const intent = wish("forget", { state: "asked", candidates: [candidate] });
  return {
    ...done,
    text,
    intent,
    acts: [...done.acts, { action: "asked", ids: [], counts: { choices: 1 } }],
  };
}

/** Done, and how many turns that stay may still speak of it. */
export async function forgotten(context: WishContext, erased: Erased): Promise<WishOutcome> {
  const done = counted(context, erased);
  const left = (await context.user.episodesById([...context.similar])).map(({ id }) => id);
  if (left.length === 0) return done;
  const acts = done.acts.map((act) => ({
    ...act,
    ids: left,
    counts: { ...act.counts, similar: left.length },
  }));
  return { ...done, text: `${done.text} ${context.say.similarLeft(left.length)}`, acts };
}

function counted({ say }: WishContext, { facts, turns }: Erased): WishOutcome {
  return outcome(
    say.forgotten(facts, turns),
    `You have just forgotten ${facts} memories for good, as the user wished.`,
    {
      acts: [{ action: "forgotten", ids: [], counts: { facts, turns } }],
      intent: wish("forget"),
    },
  );
}
