import type { Episode } from "../../domain/model/episode.ts";
import { STATUSES } from "../../domain/model/status.ts";
import {
  intentOf,
  lastSaid,
  outcome,
  type Execute,
  type IntentContext,
  type IntentOutcome,
} from "../intents/plan.ts";
import { targetOf } from "../intents/target.ts";
import type { Intent } from "../intents/types.ts";
import { memoriesUsedIn } from "../intents/used-memories.ts";
import type { TopicMention } from "./erase.ts";
import type { Erased, Wish } from "./forgetting.ts";
import { EVERYTHING, ofFact, ofWords, type Forgettable } from "./memories.ts";
import { mentionsOf } from "./mentions.ts";
import { resolveTarget } from "./resolve.ts";

/** Turns that may mention one thing without asking which is meant. */
const CLEAR_TURNS_MAX = 2;

interface ReadWish extends Omit<Wish, "isPlain"> {
  /** Text if nothing is found. */
  nothing?: string;
}

/** Looks up the meaning of an intent to forget. Null if it turns out to be none, or if a model should read it. */
export async function planForget(context: IntentContext, intent: Intent): Promise<Execute | null> {
  // The message itself said it, and is stored without it.
  if (intent.isSaidHere) return async () => forgotten(context, { facts: 0, turns: 1, similar: [] });
  if (intent.hasException && context.modelReads) return null;
  const wish = await readWish(context, intent);
  return wish && ((episodeId) => carryOut(context, episodeId, wish));
}

async function readWish(context: IntentContext, intent: Intent): Promise<ReadWish | null> {
  if (intent.scope === "everything" && intent.hasException) return { sure: [], maybe: [] };
  if (intent.scope === "everything")
    return { sure: [], maybe: [{ kind: "everything", id: EVERYTHING, text: "", at: context.now }] };
  if (intent.scope === "last") return readLast(context);
  return readNamed(context, intent);
}

async function readLast(context: IntentContext): Promise<ReadWish | null> {
  const last = await lastSaid(context);
  if (last === null) return { sure: [], maybe: [], nothing: context.say.nothingBefore };
  const answered = (await answeredFacts(context, last)).map(ofFact);
  if (answered.length > 1) return askAbout(context, answered);
  return { sure: answered, maybe: [], turn: answered.length === 0 ? last : undefined };
}

/** If the last turn was a question answered from memory, "that" is the answer. */
async function answeredFacts(context: IntentContext, last: Episode) {
  const { user } = context;
  if (!/\?["”')\]\s]*$/.test(last.userMessage)) return [];
  const told = await user.facts({ episodeIds: [last.id], statuses: STATUSES, limit: 1 });
  if (told.length > 0) return [];
  const used = (await memoriesUsedIn(context, last)).filter((item) => item.kind === "fact");
  return user.factsById(used.map((item) => item.id));
}

/** Asks which is meant, unless a model reads it. */
function askAbout({ modelReads }: IntentContext, maybe: Forgettable[]): ReadWish | null {
  return modelReads ? null : { sure: [], maybe };
}

async function readNamed(context: IntentContext, intent: Intent): Promise<ReadWish | null> {
  const { user, modelReads } = context;
  const { scope } = intent;
  // "What I said about X", "everything about X": a model decides how much that is.
  if (modelReads && scope !== "named") return null;
  const { kind, facts, isNamed, isOwn, topic, somebody } = await resolveTarget(
    user,
    targetOf(context.message, intent),
  );
  // "Forget the salad" may be said to a cook.
  const isUnsure = scope === "named" && !isNamed;
  if (isUnsure && kind === "none") return null;
  if (kind === "several" || isUnsure || intent.hasException) return askAbout(context, facts.map(ofFact));
  const { ofFacts, elsewhere, held } = await mentionsOf(user, topic, facts);
  const isFew = elsewhere.length <= CLEAR_TURNS_MAX;
  const others = sentencesOf(elsewhere);
  if (kind === "clear") {
    const sure = [...facts.map(ofFact), ...sentencesOf(ofFacts)];
    if (scope !== "whole") return { sure, maybe: others };
    if (somebody !== null) sure.push({ kind: "name", id: somebody.id, text: somebody.name, at: context.now });
    return isFew ? { sure: [...sure, ...others], maybe: [] } : { sure, maybe: others };
  }
  // No fact states it. "My address": a sentence with the word may be about someone else's.
  const isPlain = isFew && held.length === 0 && scope !== "named" && !isOwn;
  if (others.length > 0 && isPlain) return { sure: others, maybe: [] };
  return askAbout(context, [...held.map(ofFact), ...others]);
}

function sentencesOf(mentions: readonly TopicMention[]): Forgettable[] {
  return mentions.flatMap(({ episode, spans }) => spans.map((span) => ofWords(episode, span)));
}

/** Hides the sure matches, asks about the rest, and reports both. */
export async function carryOut(
  { deps, user, language, say }: IntentContext,
  episodeId: string,
  { nothing = say.notFound, ...wish }: ReadWish,
): Promise<IntentOutcome> {
  const intent = intentOf("forget");
  if (wish.sure.length + wish.maybe.length === 0 && wish.turn === undefined)
    return outcome(nothing, "You found nothing that the user's request to forget could mean.", { intent });
  await deps.forgetting.request(user, episodeId, { ...wish, isPlain: true });
  return outcome("", "", { intent, notice: await deps.forgetting.notice(user, language) });
}

/** Reports what was erased and how many remaining turns may still mention it. */
export function forgotten({ say }: IntentContext, { facts, turns, similar }: Erased): IntentOutcome {
  const left = similar.length === 0 ? "" : ` ${say.similarLeft(similar.length)}`;
  const counts = { facts, turns, ...(similar.length === 0 ? {} : { similar: similar.length }) };
  return outcome(
    `${say.forgotten(facts, turns)}${left}`,
    `You have just forgotten ${facts} memories for good, as the user wished.`,
    { actions: [{ action: "forgotten", ids: similar, counts }], intent: intentOf("forget") },
  );
}
