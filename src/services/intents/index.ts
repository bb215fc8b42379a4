import { guessLanguage, PACKS, type Language } from "../../language/index.ts";
import {
  OFF_THE_RECORD,
  type Episode,
  type EpisodeIntent,
  type MemoryMode,
} from "../../domain/model/episode.ts";
import type { Span } from "../../language/text.ts";
import { FORGET_INTENT, REDACTED } from "../../domain/model/tombstone.ts";
import { planAnswer } from "./plan-answer.ts";
import { planForget } from "../forgetting/plain-wish.ts";
import { planOffRecord, offRecordScopeOf, type OffRecordScope } from "./off-record.ts";
import {
  intentOf,
  joined,
  outcome,
  type Execute,
  type IntentDeps,
  type IntentContext,
  type IntentOutcome,
  type IntentRequest,
} from "./plan.ts";
import { recogniseIntents } from "./recognise.ts";
import { planRemember } from "./remember.ts";
import type { Intent } from "./types.ts";
import { planUndo } from "./undo.ts";
import { planWhy, planWrong } from "./wrong.ts";

export { recogniseIntents };
export { createOffRecordBuffer, type OffRecordBuffer } from "./off-record-buffer.ts";
export { redactOffRecord } from "./redact-off-record.ts";
export type { IntentDeps, IntentOutcome } from "./plan.ts";

/** The effect of a turn's intents on the memory: recognised and looked up, not executed yet. */
export interface IntentPlan {
  /** The message as it is stored. */
  stored: string;
  /** The message as shown to the model. */
  shown: string;
  memory: MemoryMode;
  /** No words of the turn are stored. */
  isOffRecord: boolean;
  /** Nothing is left for the model to answer. */
  isAlone: boolean;
  /** It removes every turn, including this one: it must run before the turn is stored. */
  erasesAll: boolean;
  /** The turn's intent while it is being executed. */
  opening: EpisodeIntent;
  execute: Execute;
}

/** Whether a message may contain an intent, by its words and the previous turn. Cheap enough for every message. */
export function mayHoldIntent(message: string, previous: Episode | null): boolean {
  return (
    isOffRecordAfter(previous) ||
    previous?.intent?.state === "asked" ||
    recogniseIntents(message).intents.length > 0
  );
}

/** The conversation is off the record: every turn of such a stretch is marked. */
function isOffRecordAfter(previous: Episode | null): boolean {
  return previous?.intent?.kind === "off_record" && previous.intent.state === "on";
}

/** Recognises the intents of a message without a model. Null if there are none. Read-only. */
export async function planIntents(deps: IntentDeps, request: IntentRequest): Promise<IntentPlan | null> {
  const { message, previous, speaker = null } = request;
  const isOwner = speaker === null;
  const { intents: found, rest } = recogniseIntents(message);
  const intents = found.filter(({ kind }) => isOwner || kind === "off_record");
  const context = await contextOf(deps, request, intents);
  const asked = isOwner && previous?.intent?.state === "asked" ? previous.intent : null;
  const answer = asked && planAnswer(context, asked);
  if (asked && answer) {
    const { execute, erasesAll } = answer;
    return { ...aloneWith(request, message, execute, intentOf(asked.kind)), erasesAll };
  }
  const wasOffRecord = isOffRecordAfter(previous);
  const alone = rest.length === 0 && !intents.some(({ isOffRecord }) => isOffRecord);
  const steps = await stepsOf(context, intents, alone, wasOffRecord);
  if (steps.length === 0) return wasOffRecord ? stillOffRecord(request) : null;
  return combined(request, steps, rest, wasOffRecord);
}

async function contextOf(
  deps: IntentDeps,
  request: IntentRequest,
  intents: readonly Intent[],
): Promise<IntentContext> {
  const { timeZone } = await request.user.settings();
  const [first] = intents;
  const reply = request.previous?.intent?.state === "asked" ? request.previous.assistantReply : null;
  const language: Language = first?.language ?? guessLanguage(reply ?? request.message);
  // No model reads a turn that is not kept.
  const isKept =
    request.memory === "on" &&
    !isOffRecordAfter(request.previous) &&
    intents.every(({ kind, scope }) => kind !== "off_record" || scope === "last");
  return {
    deps,
    ...request,
    now: deps.clock.now(),
    modelReads: isKept && deps.modelReadsIntents?.() === true,
    timeZone,
    language,
    say: PACKS[language].phrases,
  };
}

interface Step {
  intent: Intent;
  execute: Execute;
  offRecord: OffRecordScope | null;
}

async function stepsOf(
  context: IntentContext,
  intents: Intent[],
  alone: boolean,
  wasOffRecord: boolean,
): Promise<Step[]> {
  const steps: Step[] = [];
  let marked = false;
  for (const intent of intents) {
    const offRecord = intent.kind === "off_record" ? offRecordScopeOf(intent, alone, wasOffRecord) : null;
    // "Off the record, don't write it down": one intent in two phrases.
    if (offRecord !== null && marked) continue;
    marked ||= offRecord !== null;
    const execute =
      offRecord === null ? await planOne(context, intent) : await planOffRecord(context, offRecord);
    if (execute !== null) steps.push({ intent, execute, offRecord });
  }
  return steps;
}

async function planOne(context: IntentContext, intent: Intent): Promise<Execute | null> {
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

function combined(request: IntentRequest, steps: Step[], rest: Span[], wasOffRecord: boolean): IntentPlan {
  const offRecord = steps.find((step) => step.offRecord !== null)?.offRecord ?? null;
  const isOffRecord =
    offRecord === "this" || offRecord === "from_now_on" || (wasOffRecord && offRecord !== "back");
  const keeps = steps.some((step) => step.intent.kind === "remember");
  const forgets = steps.filter((step) => step.intent.kind === "forget").map((step) => step.intent);
  const message = redacted(request.message, forgets);
  const opening =
    isOffRecord && offRecord !== "this"
      ? intentOf("off_record", { state: "on" })
      : intentOf((forgets.at(-1) ?? steps.at(-1)?.intent)?.kind ?? "forget");
  const execute: Execute = async (episodeId) => {
    const outcomes: IntentOutcome[] = [];
    for (const step of steps) outcomes.push(await step.execute(episodeId));
    const done = joined(outcomes);
    return wasOffRecord && isOffRecord ? { ...done, intent: intentOf("off_record", { state: "on" }) } : done;
  };
  const says = rest.length > 0;
  const plan = aloneWith(request, message, execute, opening);
  return {
    ...plan,
    isOffRecord,
    stored: isOffRecord ? OFF_THE_RECORD : message,
    shown: isOffRecord ? request.message : message,
    memory: isOffRecord ? "off" : says || keeps ? request.memory : plan.memory,
    isAlone: !says,
  };
}

/** A turn that is only an intent is not found by later searches and never extracted. */
function aloneWith(
  request: IntentRequest,
  message: string,
  execute: Execute,
  opening: EpisodeIntent,
): IntentPlan {
  const memory = request.memory === "on" ? "read" : request.memory;
  return {
    stored: message,
    shown: message,
    memory,
    isOffRecord: false,
    isAlone: true,
    erasesAll: false,
    opening,
    execute,
  };
}

function stillOffRecord(request: IntentRequest): IntentPlan {
  const intent = intentOf("off_record", { state: "on" });
  const execute: Execute = async () => outcome("", "This conversation is off the record.", { intent });
  return {
    ...aloneWith(request, request.message, execute, intent),
    stored: OFF_THE_RECORD,
    memory: "off",
    isOffRecord: true,
    isAlone: false,
  };
}

/** The message without its intents to forget: the words around a target reveal it. */
function redacted(message: string, intents: Intent[]): string {
  return intents
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((text, { span, isSaidHere }) => {
      const left = isSaidHere ? `${REDACTED} ${FORGET_INTENT}` : FORGET_INTENT;
      return text.slice(0, span.start) + left + text.slice(span.end);
    }, message);
}
