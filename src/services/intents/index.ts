import { guessLanguage, type Language } from "../../language/index.ts";
import {
  OFF_THE_RECORD,
  type Episode,
  type EpisodeIntent,
  type MemoryMode,
} from "../../domain/model/episode.ts";
import type { Span } from "../../language/text.ts";
import { REDACTED } from "../../domain/model/tombstone.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { planAnswer } from "./answer.ts";
import { planForget } from "./forget.ts";
import { planSilence, silenceOf, type Silence } from "./off-record.ts";
import { phrasesOf, wish, type Act, type IntentDeps, type WishContext, type WishOutcome } from "./plan.ts";
import { recogniseIntents } from "./recognise.ts";
import { planRemember } from "./remember.ts";
import type { Intent } from "./types.ts";
import { planUndo } from "./undo.ts";
import { planWhy, planWrong } from "./wrong.ts";

export { recogniseIntents };
export { createHeard, type Heard } from "./heard.ts";
export { unrepeated } from "./unrepeated.ts";
export type { IntentDeps, MemoryAct, WishOutcome } from "./plan.ts";

/** What a turn does to the memory by the user's wish: understood and looked up, not done yet. */
export interface WishPlan {
  /** The message as it is stored. */
  stored: string;
  /** The message as the model is shown it. */
  shown: string;
  memory: MemoryMode;
  /** No word of the turn is stored. */
  isOffRecord: boolean;
  /** Nothing is left for the model to answer. */
  isAlone: boolean;
  /** It takes every turn, this one too: it must be done before the turn is stored. */
  erasesAll: boolean;
  /** How the turn is marked while it is being done. */
  opening: EpisodeIntent;
  act: Act;
}

export interface WishRequest {
  user: UserStore;
  message: string;
  memory: MemoryMode;
  conversationId: string | null;
  /** The turn before this one in the conversation. */
  previous: Episode | null;
}

/** Cheap enough for every message: whether it may be a wish at all, by its own words and the turn before. */
export function mayBeWish(message: string, previous: Episode | null): boolean {
  return (
    isSilent(previous) || previous?.intent?.state === "asked" || recogniseIntents(message).intents.length > 0
  );
}

/** The conversation is off the record: every turn of such a stretch says so. */
function isSilent(previous: Episode | null): boolean {
  return previous?.intent?.kind === "off_record" && previous.intent.state === "on";
}

/** Understands the wishes of a message, without a model. Null for a message that is none. Reads only. */
export async function planWish(deps: IntentDeps, request: WishRequest): Promise<WishPlan | null> {
  const context = await contextOf(deps, request);
  const asked = request.previous?.intent?.state === "asked" ? request.previous.intent : null;
  const answer = asked && planAnswer(context, asked);
  if (asked && answer) {
    const { act, erasesAll } = answer;
    return { ...aloneWith(request, request.message, act, wish(asked.kind)), erasesAll };
  }
  const { intents, rest } = recogniseIntents(request.message);
  const silent = isSilent(request.previous);
  const steps = await stepsOf(context, intents, rest.length === 0, silent);
  if (steps.length === 0) return silent ? stillSilent(request) : null;
  return combined(request, steps, rest, silent);
}

async function contextOf(deps: IntentDeps, request: WishRequest): Promise<WishContext> {
  const { timeZone } = await request.user.settings();
  const [first] = recogniseIntents(request.message).intents;
  const reply = request.previous?.intent?.state === "asked" ? request.previous.assistantReply : null;
  const language: Language = first?.language ?? guessLanguage(reply ?? request.message);
  const similar = new Set<string>();
  const now = deps.clock.now();
  return {
    deps: noting(deps, similar),
    ...request,
    now,
    similar,
    timeZone,
    language,
    say: phrasesOf(language),
  };
}

function noting(deps: IntentDeps, similar: Set<string>): IntentDeps {
  const forget: IntentDeps["forget"] = async (userId, target) => {
    const done = await deps.forget(userId, target);
    for (const id of done.similar.episodeIds) similar.add(id);
    return done;
  };
  return { ...deps, forget };
}

interface Step {
  intent: Intent;
  act: Act;
  silence: Silence | null;
}

async function stepsOf(
  context: WishContext,
  intents: Intent[],
  alone: boolean,
  silent: boolean,
): Promise<Step[]> {
  const steps: Step[] = [];
  let marked = false;
  for (const intent of intents) {
    const silence = intent.kind === "off_record" ? silenceOf(intent, alone, silent) : null;
    // "Off the record, don't write it down": one wish in two phrases.
    if (silence !== null && marked) continue;
    marked ||= silence !== null;
    const act = silence === null ? await planOne(context, intent) : await planSilence(context, silence);
    if (act !== null) steps.push({ intent, act, silence });
  }
  return steps;
}

async function planOne(context: WishContext, intent: Intent): Promise<Act | null> {
  switch (intent.kind) {
    case "forget":
      return planForget(context, intent);
    case "remember":
      return planRemember(context, intent);
    case "why":
      return planWhy(context);
    case "wrong":
      return planWrong(context);
    case "undo":
      return planUndo(context);
    case "off_record":
      return null;
  }
}

function combined(request: WishRequest, steps: Step[], rest: Span[], silent: boolean): WishPlan {
  const silence = steps.find((step) => step.silence !== null)?.silence ?? null;
  const isOffRecord = silence === "this" || silence === "from_now_on" || (silent && silence !== "back");
  const keeps = steps.some((step) => step.intent.kind === "remember");
  const forgets = steps.filter((step) => step.intent.kind === "forget").map((step) => step.intent);
  const message = redacted(request.message, forgets);
  const kinds = steps.map((step) => step.intent.kind);
  const opening = wish(kinds.at(-1) ?? "forget", isOffRecord && silence !== "this" ? { state: "on" } : {});
  const act: Act = async (episodeId) => {
    const outcomes: WishOutcome[] = [];
    for (const step of steps) outcomes.push(await step.act(episodeId));
    return joined(outcomes, silent && isOffRecord ? wish("off_record", { state: "on" }) : null);
  };
  const says = rest.length > 0;
  const plan = aloneWith(request, message, act, opening);
  return {
    ...plan,
    isOffRecord,
    stored: isOffRecord ? OFF_THE_RECORD : message,
    shown: isOffRecord ? request.message : message,
    memory: isOffRecord ? "off" : says || keeps ? request.memory : plan.memory,
    isAlone: !says,
  };
}

/** A turn that is only a wish is found by no later search and is never extracted. */
function aloneWith(request: WishRequest, message: string, act: Act, opening: EpisodeIntent): WishPlan {
  const memory = request.memory === "on" ? "read" : request.memory;
  return {
    stored: message,
    shown: message,
    memory,
    isOffRecord: false,
    isAlone: true,
    erasesAll: false,
    opening,
    act,
  };
}

function stillSilent(request: WishRequest): WishPlan {
  const intent = wish("off_record", { state: "on" });
  const act: Act = async () => ({
    text: "",
    note: "This conversation is off the record.",
    acts: [],
    recalled: [],
    intent,
  });
  return {
    ...aloneWith(request, request.message, act, intent),
    stored: OFF_THE_RECORD,
    memory: "off",
    isOffRecord: true,
    isAlone: false,
  };
}

/** The message without what its wishes to forget name. */
function redacted(message: string, intents: Intent[]): string {
  let text = message;
  for (const { target } of intents.toSorted((a, b) => (b.target?.start ?? 0) - (a.target?.start ?? 0))) {
    if (target !== null) text = text.slice(0, target.start) + REDACTED + text.slice(target.end);
  }
  return text;
}

function joined(outcomes: WishOutcome[], intent: EpisodeIntent | null): WishOutcome {
  return {
    text: outcomes
      .map((one) => one.text)
      .filter((text) => text !== "")
      .join("\n"),
    note: outcomes.map((one) => one.note).join(" "),
    acts: outcomes.flatMap((one) => one.acts),
    recalled: outcomes.flatMap((one) => one.recalled),
    intent: intent ?? outcomes.at(-1)?.intent ?? null,
  };
}
