import { asMessage } from "../../domain/model/prompt-data.ts";
import { toMs, type Instant } from "../../domain/model/time.ts";
import { EngramError, MediaRefused } from "../../errors.ts";
import type { ModelEvent, ModelMessage, ModelRequest } from "../../ports/chat-model.ts";
import { REPLY_EFFORT } from "../model/warm.ts";
import { promptTokens } from "../../domain/model/prompt-tokens.ts";
import { emptyBlock, type RecallBlock } from "../retrieval/recall-block.ts";
import { recall } from "../retrieval/recall.ts";
import { guardedReply } from "./guard.ts";
import { chatSource } from "./chat-source.ts";
import { conversationPrefix, userText, type HistoryOwner, type Prefix } from "./history.ts";
import { cutClientHistory, promptBudgetOf } from "./prompt-budget.ts";
import type { GatheredContext, Turn } from "./turn-types.ts";
import { cached } from "../../language/cached.ts";

const TEMPERATURE = 0.7;
/** Answers from memory alone (CHAT-6). */
const MEMORY_TEMPERATURE = 0.15;
const MEMORY_ONLY = "(Answer from these notes alone. When they do not tell, or there are none, say so.)";

/** History and recall block of a turn. */
export async function gatherContext(turn: Turn): Promise<GatheredContext> {
  const { prefix, block } = askMemory(turn, await prefixOf(turn));
  return { prefix, block: await block };
}

/**
 * Starts the search; the block comes when it is ready, and is empty if the user has left. `found` resolves when the
 * search lanes have answered: earlier writes would compete with them for CPU and evict their page caches.
 */
export function askMemory(
  turn: Turn,
  prefix: Prefix,
): { prefix: ModelMessage[]; block: Promise<RecallBlock>; found: Promise<unknown> } {
  const { deps, user, input, id, conversationId, settings, signal } = turn;
  const inContext = prefix.episodes.map((episode) => episode.id);
  let onFound = (): void => undefined;
  const lanes = new Promise<void>((resolve) => (onFound = resolve));
  const { recallTokensMax } = promptBudgetOf(turn, clientSystemOf(turn));
  const waitMs = deps.model.info().kind === "none" ? UNANSWERED_DEADLINE_MS : 0;
  const deadlineMs = Math.max(deps.recall.deadlineMs, waitMs);
  const block =
    input.memory === "off"
      ? Promise.resolve(emptyBlock("off"))
      : recall({ ...deps.recall, deadlineMs }, user, {
          message: input.message,
          settings,
          excludeEpisodeIds: [id, ...inContext],
          conversationId,
          tokensMax: recallTokensMax,
          signal,
          onFound,
        }).catch(() => emptyBlock("unavailable"));
  return { prefix: prefix.messages, block, found: Promise.race([lanes, block]) };
}

/** Without a model, the reply consists only of the results, which are worth a wait. */
const UNANSWERED_DEADLINE_MS = 5_000;

/** The messages before the current one: the client's own history if it sends one, else the stored one. */
export async function prefixOf(turn: Turn): Promise<Prefix> {
  const { deps, user, input, id } = turn;
  const thread = threadOf(turn);
  const { system, historyTokensMax, historyRoomTokens } = promptBudgetOf(turn, clientSystemOf(turn));
  const stored =
    thread === null
      ? { messages: [{ role: "system" as const, content: system }], episodes: [], previous: null }
      : await conversationPrefix(user, thread, {
          system,
          tokensMax: historyTokensMax,
          roomTokens: historyRoomTokens,
          without: [id, input.replaces],
          offRecordBuffer: deps.offRecordBuffer,
        });
  const { history = null, unheard = [] } = input.client ?? {};
  if (history === null) {
    const added = unheard.map((said) => ({ role: "user" as const, content: userText(said) }));
    return { ...stored, messages: [...stored.messages, ...added] };
  }
  const head: ModelMessage[] = system === "" ? [] : [{ role: "system", content: system }];
  return { ...stored, messages: [...head, ...cutClientHistory(history, historyRoomTokens)] };
}

/** A branch that is about to begin has a history already; null for a new conversation. */
export function threadOf({ conversation, conversationId: id, branch }: Turn): HistoryOwner | null {
  return conversation ?? (branch && { id, ...branch, historyFrom: 0, historySummary: null });
}

function clientSystemOf({ input, conversation }: Turn): string | null {
  return input.client ? input.client.system : (conversation?.clientSystem ?? null);
}

/** The request to the model. */
function requestOf(
  turn: Turn,
  { prefix }: Pick<GatheredContext, "prefix">,
  appended: string[] = [],
): ModelRequest {
  const { deps, input, conversationId } = turn;
  const { temperature, effort } = turn.settings;
  const last = [sentText(input), ...appended].join("\n\n");
  return {
    purpose: "chat",
    conversationId,
    messages: [
      ...prefix,
      { role: "user", content: last, ...mediaOf(input) },
      ...(input.client?.after ?? []),
      ...(input.client?.begun
        ? [{ role: "assistant" as const, content: asMessage(input.client.begun) }]
        : []),
    ],
    effort: input.client?.effort ?? effort ?? REPLY_EFFORT,
    temperature:
      input.client?.temperature ??
      (input.mode === "memory" ? MEMORY_TEMPERATURE : (temperature ?? TEMPERATURE)),
    maxTokens: input.client?.maxTokens ?? deps.limits.replyTokensMax,
    isLimitGiven: input.client?.maxTokens !== undefined,
    extra: input.client?.extra,
  };
}

/** The user's message as the model is sent it. */
function sentText({ client, message }: Turn["input"]): string {
  return userText({ speaker: null, userMessage: client?.sent ?? message });
}

function mediaOf({ client, images = [] }: Turn["input"]): Pick<ModelMessage, "media"> {
  const media = client?.media ?? images.map((url) => ({ type: "image_url", image_url: { url } }));
  return media.length === 0 ? {} : { media };
}

/** Text appended to the user's words. */
function appendedTo({ deps, input, settings }: Turn, block: RecallBlock): string[] {
  const parts = [
    block.text,
    nowLine(deps.clock.now(), settings.timeZone),
    input.mode === "memory" ? MEMORY_ONLY : "",
  ];
  return parts.filter((part) => part !== "");
}

/** Zones of users whose formatters are kept. */
const FORMATTERS_MAX = 64;
/** Creating a formatter costs a hundred times as much as using it. */
const formatterOf = cached(FORMATTERS_MAX, (timeZone) => {
  const date = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  return new Intl.DateTimeFormat("en-GB", { timeZone, ...date, hour: "2-digit", minute: "2-digit" });
});

/** The user's current date: after their words, so that everything before them stays in the prompt cache. */
export function nowLine(at: Instant, timeZone: string): string {
  return `[sent on ${formatterOf(timeZone).format(toMs(at))}]`;
}

/**
 * The prefix of the conversation's next message, to be cached: everything up to and including this reply, as in the
 * history, without the recall block.
 */
export function nextPrefix(turn: Turn, { prefix }: GatheredContext, reply: string): ModelRequest {
  const { input } = turn;
  const said: ModelMessage[] = [
    { role: "user", content: sentText(input), ...mediaOf(input) },
    ...(input.client?.after ?? []),
    { role: "assistant", content: asMessage(reply) },
    { role: "user", content: "" },
  ];
  return {
    ...requestOf(turn, { prefix: [] }),
    purpose: "warm",
    messages: [...prefix, ...said],
    maxTokens: 1,
  };
}

/**
 * Streams the reply. A server that rejects the prompt as too long thereby reveals its real limits: the context is cut
 * accordingly and sent again, until only the message itself is left and too long.
 */
export async function* fittingReply(
  turn: Turn,
  context: GatheredContext,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  const { deps } = turn;
  const instructions = deps.prompts.get("chat").text;
  let appended = appendedTo(turn, context.block);
  let request = { ...requestOf(turn, context, appended), source: await chatSource(turn, context.block) };
  for (;;) {
    let begun = false;
    try {
      for await (const event of guardedReply(deps, request, { instructions, appended }, signal)) {
        begun = true;
        yield event;
      }
      return;
    } catch (error) {
      // Earlier attachments are represented by their marks; the message's own need a model that can read them.
      const isOfBefore =
        mediaOf(turn.input).media === undefined && request.messages.some(({ media }) => media);
      if (!begun && error instanceof MediaRefused && isOfBefore) {
        request = { ...request, messages: request.messages.map(({ media: _, ...message }) => message) };
        continue;
      }
      if (begun || !(error instanceof EngramError) || error.code !== "context_too_long") throw error;
      const tokensBefore = promptTokens(request.messages);
      const gathered = await gatherContext(turn);
      appended = appendedTo(turn, gathered.block);
      request = { ...request, ...requestOf(turn, gathered, appended) };
      if (promptTokens(request.messages) >= tokensBefore) throw error;
    }
  }
}
