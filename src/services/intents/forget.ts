import type { Episode } from "../../domain/episode.ts";
import type { Fact } from "../../domain/fact.ts";
import { STATUSES } from "../../domain/status.ts";
import { ask, CHOICES_MAX, factsOption, type Option } from "./ask.ts";
import { eraseFacts, eraseMention, eraseTurns, type Erased } from "./erase.ts";
import { mentionsOf, type Mention } from "./mentions.ts";
import { outcome, wish, type Act, type WishContext, type WishOutcome } from "./plan.ts";
import { candidateOf, resolveForget } from "./resolve-forget.ts";
import { targetOf, type Target } from "./target.ts";
import type { Intent } from "./types.ts";
import { usedBy } from "./used.ts";

/** Turns looked back for the last thing that was said. */
const BACK_MAX = 10;
/** Turns of a time range that one wish may take. */
const RANGE_TURNS_MAX = 1000;
/** Turns that may speak of one thing without asking which is meant. */
const CLEAR_TURNS_MAX = 2;

/** Looks up what a wish to forget means. Null when it is none after all: the message is answered as any other. */
export async function planForget(context: WishContext, intent: Intent): Promise<Act | null> {
  if (intent.scope === "everything") return async () => askEverything(context);
  if (intent.scope === "last") return planLast(context, intent);
  const target = targetOf(context.message, intent, { now: context.now, timeZone: context.timeZone });
  if (target.parts.length === 0)
    return target.told === null ? planNothing(context, intent) : planRange(context, target);
  return planWords(context, intent, target);
}

function planNothing(context: WishContext, intent: Intent): Act | null {
  return intent.unsure ? null : async () => notFound(context);
}

function notFound({ say }: WishContext): WishOutcome {
  return outcome(say.notFound, "You found nothing that the user's wish to forget could mean.", {
    intent: wish("forget"),
  });
}

function askEverything(context: WishContext): WishOutcome {
  return ask(context, "forget", context.say.askEverything, [], { everything: true });
}

async function planLast(context: WishContext, intent: Intent): Promise<Act | null> {
  const last = await lastSaid(context);
  if (last === null) {
    return intent.unsure
      ? null
      : async () =>
          outcome(context.say.nothingBefore, "There was nothing to forget.", { intent: wish("forget") });
  }
  const answered = await answeredFacts(context, last);
  if (answered.length === 1 && !intent.unsure)
    return async () => forgotten(context, await eraseFacts(context, answered, []));
  if (answered.length > 0) {
    const options = answered.map((fact) => factsOption([fact], candidateOf([fact])));
    return async () =>
      ask(context, "forget", options.length === 1 ? context.say.askSure : context.say.askWhich, options);
  }
  if (intent.unsure) {
    const option = { candidate: { factIds: [], episodeIds: [last.id] }, text: last.userMessage, facts: [] };
    return async () => ask(context, "forget", context.say.askSure, [option]);
  }
  return async () => forgotten(context, await eraseTurns(context, [last.id]));
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
async function answeredFacts({ user }: WishContext, last: Episode) {
  if (!/\?["”')\]\s]*$/.test(last.userMessage)) return [];
  const told = await user.facts({ episodeIds: [last.id], statuses: STATUSES, limit: 1 });
  if (told.length > 0) return [];
  const used = (await usedBy(user, last)).filter((item) => item.kind === "fact");
  return user.factsById(used.map((item) => item.id));
}

async function planRange(context: WishContext, { told }: Target): Promise<Act> {
  const turns = await context.user.episodes({
    occurred: told ?? undefined,
    order: "newest",
    limit: RANGE_TURNS_MAX,
  });
  if (turns.length === 0) return async () => notFound(context);
  const candidate = { factIds: [], episodeIds: turns.map((turn) => turn.id) };
  const text = context.say.turnsOf(turns.length);
  return async () => ask(context, "forget", context.say.askSure, [{ candidate, text, facts: [] }]);
}

async function planWords(context: WishContext, intent: Intent, target: Target): Promise<Act | null> {
  const resolved = await resolveForget(context.user, target);
  if (resolved.kind === "several") {
    if (intent.unsure && !resolved.isNamed) return null;
    const options = optionsOf(context, resolved.groups);
    return async () => ask(context, "forget", context.say.askWhich, options);
  }
  if (resolved.kind === "clear") {
    const { facts } = resolved;
    if (intent.unsure)
      return async () =>
        ask(context, "forget", context.say.askSure, [factsOption(facts, candidateOf(facts))]);
    return async (episodeId) => {
      const erased = await eraseFacts(context, facts, topicOf(target));
      const mentions = await mentionsOf(context.user, target, [episodeId]);
      const isAsked = !target.whole || mentions.length > CLEAR_TURNS_MAX;
      return isAsked ? elsewhere(context, erased, mentions) : eraseMentions(context, mentions, erased);
    };
  }
  const mentions = await mentionsOf(context.user, target, []);
  // The message itself named it, and is stored without it.
  if (mentions.length === 0 && intent.isSaidHere && !intent.unsure)
    return async () => forgotten(context, { facts: 0, turns: 1 });
  if (mentions.length === 0 || intent.unsure) return planNothing(context, intent);
  return mentions.length <= CLEAR_TURNS_MAX
    ? () => eraseMentions(context, mentions)
    : async () => askMentions(context, mentions);
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

/** Words that a sentence about the target holds. */
function topicOf(target: Target): string[] {
  return target.parts[0]?.content ?? [];
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
function elsewhere(context: WishContext, erased: Erased, mentions: Mention[]): WishOutcome {
  const done = forgotten(context, erased);
  if (mentions.length === 0) return done;
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

export function forgotten({ say }: WishContext, { facts, turns }: Erased): WishOutcome {
  return outcome(
    say.forgotten(facts, turns),
    `You have just forgotten ${facts} memories for good, as the user wished.`,
    {
      acts: [{ action: "forgotten", ids: [], counts: { facts, turns } }],
      intent: wish("forget"),
    },
  );
}
