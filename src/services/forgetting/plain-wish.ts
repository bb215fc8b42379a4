import type { Episode } from "../../domain/model/episode.ts";
import { STATUSES } from "../../domain/model/status.ts";
import { PACKS } from "../../language/index.ts";
import {
  intentOf,
  joined,
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
import type { Erased, PlainWish } from "./forgetting.ts";
import { EVERYTHING, ofFact, ofTurn, ofWords, type Forgettable } from "./memories.ts";
import { mentionsOf } from "./mentions.ts";
import { linesOf } from "./notice.ts";
import { resolveTarget } from "./resolve.ts";

/** Turns that may speak of one thing without asking which is meant. */
const CLEAR_TURNS_MAX = 2;

/** With what is said of it: the question about what may be meant, or that nothing was found. */
export interface ReadWish extends PlainWish {
  text: string;
  /** It asks which of them: a yes alone chooses none. */
  which?: true;
}

/** Looks up what an intent to forget means. Null when it is none after all, or a model is to read it. */
export async function planForget(context: IntentContext, intent: Intent): Promise<Execute | null> {
  // The message itself said it, and is stored without it.
  if (intent.isSaidHere) return async () => forgotten(context, { facts: 0, turns: 1, similar: [] });
  const wish = await readWish(context, intent);
  return wish && ((episodeId) => carryOut(context, episodeId, wish));
}

async function readWish(context: IntentContext, intent: Intent): Promise<ReadWish | null> {
  if (intent.scope === "everything") return everything(context);
  if (intent.scope === "last") return readLast(context);
  return readNamed(context, intent);
}

async function everything({ user, say, now }: IntentContext): Promise<ReadWish> {
  const { facts, episodes } = await user.stats();
  const memories = Object.values(facts).reduce((sum, count) => sum + count, 0);
  const text = say.askEverything(memories, episodes);
  return { sure: [], maybe: [{ kind: "everything", id: EVERYTHING, text, at: now }], text };
}

async function readLast(context: IntentContext): Promise<ReadWish | null> {
  const { user, say } = context;
  const last = await lastSaid(context);
  if (last === null) return { sure: [], maybe: [], text: say.nothingBefore };
  const answered = (await answeredFacts(context, last)).map(ofFact);
  if (answered.length > 1) return askWhich(context, answered);
  return { sure: answered.length === 1 ? answered : await ofTurn(user, last), maybe: [], text: "" };
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

/** Asks back, unless a model reads what is meant. */
function askWhich({ modelReads, say }: IntentContext, maybe: Forgettable[]): ReadWish | null {
  return modelReads ? null : { sure: [], maybe, text: say.askWhich, which: true };
}

async function readNamed(context: IntentContext, intent: Intent): Promise<ReadWish | null> {
  const { user, say, modelReads } = context;
  const { scope } = intent;
  // "What I said about X", "everything about X": how much that is, a model reads.
  if (modelReads && scope !== "named") return null;
  const { kind, groups, isNamed, isOwn, topic, somebody } = await resolveTarget(
    user,
    targetOf(context.message, intent),
  );
  // "Forget the salad" may be said to a cook.
  const isUnsure = scope === "named" && !isNamed;
  const facts = groups.flat();
  if (kind === "several") return askWhich(context, facts.map(ofFact));
  if (isUnsure)
    return kind === "none" || modelReads ? null : { sure: [], maybe: facts.map(ofFact), text: say.askSure };
  const { ofFacts, elsewhere, held } = await mentionsOf(user, topic, facts);
  const isFew = elsewhere.length <= CLEAR_TURNS_MAX;
  const others = sentencesOf(elsewhere);
  if (kind === "clear") {
    const sure = [...facts.map(ofFact), ...sentencesOf(ofFacts)];
    const text = say.askElsewhere(elsewhere.length);
    return scope === "whole" && isFew
      ? { sure: [...sure, ...others], maybe: [], somebody, text }
      : { sure, maybe: others, somebody: scope === "whole" ? somebody : null, text };
  }
  // No fact says so. "My address": a sentence with the word may speak of somebody else's.
  const isPlain = isFew && held.length === 0 && scope !== "named" && !isOwn;
  if (others.length > 0 && isPlain) return { sure: others, maybe: [], text: "" };
  if (others.length + held.length > 0) return askWhich(context, [...held.map(ofFact), ...others]);
  return modelReads ? null : { sure: [], maybe: [], text: say.notFound };
}

function sentencesOf(mentions: readonly TopicMention[]): Forgettable[] {
  return mentions.flatMap(({ episode, spans }) => spans.map((span) => ofWords(episode, span)));
}

/** Erases what is sure, and asks about the rest. */
export async function carryOut(
  context: IntentContext,
  episodeId: string,
  { text, which, ...wish }: ReadWish,
): Promise<IntentOutcome> {
  const { deps, user, language, say } = context;
  if (wish.sure.length + wish.maybe.length === 0)
    return outcome(text, "You found nothing that the user's request to forget could mean.", {
      intent: intentOf("forget"),
    });
  const { erased, asked } = await deps.forgetting.request(user, episodeId, wish);
  const done = wish.sure.length > 0 ? [forgotten(context, erased)] : [];
  if (asked.length === 0) return joined(done);
  const isAll = wish.maybe.some(({ kind }) => kind === "everything");
  const lines = isAll ? [] : await linesOf(user, asked, PACKS[language].forgetting.more);
  const pending = asked.map(({ id }) => id);
  const question = outcome(
    `${text} ${say.howToAnswer(asked.length)}`,
    "You asked the user which memory they mean and did nothing yet.",
    {
      aside: lines.join("\n"),
      actions: [{ action: "asked", ids: asked.map(({ right }) => right), counts: { choices: asked.length } }],
      intent: intentOf("forget", { state: "asked", pending, ...(which ? { which } : {}) }),
    },
  );
  return joined([...done, question]);
}

/** Tells what was erased and how many remaining turns may still speak of it. */
export function forgotten({ say }: IntentContext, { facts, turns, similar }: Erased): IntentOutcome {
  const left = similar.length === 0 ? "" : ` ${say.similarLeft(similar.length)}`;
  const counts = { facts, turns, ...(similar.length === 0 ? {} : { similar: similar.length }) };
  return outcome(
    `${say.forgotten(facts, turns)}${left}`,
    `You have just forgotten ${facts} memories for good, as the user wished.`,
    { actions: [{ action: "forgotten", ids: similar, counts }], intent: intentOf("forget") },
  );
}
