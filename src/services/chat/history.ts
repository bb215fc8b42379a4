import type { Conversation } from "../../domain/model/conversation.ts";
import type { Episode, SaidTurn } from "../../domain/model/episode.ts";
import type { ErrorCode } from "../../errors.ts";
import { asData, asLine, asMessage } from "../../domain/model/prompt-data.ts";
import { clip, estimateTokens } from "../../language/text.ts";
import type { ModelMessage } from "../../ports/chat-model.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { hiddenTurns } from "../forgetting/hide.ts";
import type { OffRecordBuffer } from "../intents/index.ts";
import { turnsOf } from "../branches.ts";

/** Maximum turns read for one prompt; in practice the token budget cuts first. */
const TURNS_MAX = 400;
/** Share of the budget left after a cut, so that cuts are rare and large. */
const KEEP_SHARE = 0.5;
/** A turn too long for any prompt: its words are kept, but left out of prompts. */
const TOO_LONG: ErrorCode = "context_too_long";
/** Limit of the summary that replaces the cut part, characters. */
const SUMMARY_CHARS_MAX = 3000;

export type HistoryOwner = Pick<
  Conversation,
  "id" | "historyFrom" | "historySummary" | "branchOf" | "branchAt"
>;

/** The byte-stable beginning of every prompt of a conversation. */
export interface Prefix {
  messages: ModelMessage[];
  /** Episodes whose words are in `messages`, oldest first. */
  episodes: Episode[];
  /** The last answered one, hidden or not. */
  previous: Episode | null;
}

/**
 * System prompt and history, exactly as sent and answered. If the history exceeds its budget, its older part is cut in
 * one large step and replaced by a stored summary, so that the prompt cache stays warm between cuts.
 */
export async function conversationPrefix(
  user: UserStore,
  conversation: HistoryOwner,
  options: {
    system: string;
    tokensMax: number;
    /** The model's limit: up to this, the newest turn stays even if it is longer than `tokensMax`. */
    roomTokens?: number | undefined;
    without: readonly (string | undefined)[];
    offRecordBuffer?: OffRecordBuffer;
  },
): Promise<Prefix> {
  const [newest, hidden] = await Promise.all([
    turnsOf(user, conversation, { fromOrdinal: conversation.historyFrom, limit: TURNS_MAX }),
    hiddenTurns(user),
  ]);
  const others = newest.filter(({ id, error }) => !options.without.includes(id) && error !== TOO_LONG);
  const all = others.filter(({ id }) => !hidden.has(id)).reverse();
  const cut = await cutHistory(user, conversation, all, options);
  return {
    messages: [
      { role: "system", content: options.system },
      ...summaryMessage(cut.summary),
      ...cut.episodes.flatMap((episode) =>
        turnMessages(withOffRecordWords(episode, options.offRecordBuffer)),
      ),
    ],
    episodes: cut.episodes,
    previous: others[0] ?? null,
  };
}

/** Restores off-the-record words in a conversation, as long as this process remembers them. */
function withOffRecordWords(episode: Episode, heard: OffRecordBuffer | undefined): Episode {
  const words = heard?.get(episode.id);
  return words ? { ...episode, userMessage: words.userMessage, assistantReply: words.reply } : episode;
}

/** The owner's instructions come first, those of a client last. */
export function systemText(
  system: string,
  instructions: { own: string | null; client: string | null },
): string {
  const { own, client } = instructions;
  return [
    own ? `The user wants this of you, in every conversation:\n${asMessage(own)}` : [],
    system,
    client ? `# Instructions of the client\n\n${asMessage(client)}` : [],
  ]
    .flat()
    .join("\n\n");
}

function summaryMessage(summary: string | null): ModelMessage[] {
  return summary === null
    ? []
    : [{ role: "user", content: `[Summary of the earlier part of this conversation]\n${asData(summary)}` }];
}

/** One turn in the history: without the recall block it was answered with. */
export function turnMessages(episode: SaidTurn): ModelMessage[] {
  const messages: ModelMessage[] =
    episode.userMessage === "" ? [] : [{ role: "user", content: userText(episode) }];
  if (episode.assistantReply !== null && episode.assistantReply !== "") {
    messages.push({ role: "assistant", content: asMessage(episode.assistantReply) });
  }
  return messages;
}

export function userText(episode: Pick<Episode, "speaker" | "userMessage">): string {
  const text = asMessage(episode.userMessage);
  return episode.speaker === null ? text : `${asLine(episode.speaker)}: ${text}`;
}

async function cutHistory(
  user: UserStore,
  conversation: HistoryOwner,
  episodes: Episode[],
  { tokensMax, roomTokens = tokensMax }: { tokensMax: number; roomTokens?: number | undefined },
): Promise<{ episodes: Episode[]; summary: string | null }> {
  const size = (some: Episode[]): number => some.reduce((sum, e) => sum + turnTokens(e), 0);
  const last = episodes.at(-1);
  if (last === undefined || size(episodes) <= tokensMax)
    return { episodes, summary: conversation.historySummary };
  const end = turnTokens(last) <= roomTokens ? episodes.length - 1 : episodes.length;
  if (end === 0) return { episodes, summary: conversation.historySummary };
  let from = 0;
  while (from < end && size(episodes.slice(from)) > tokensMax * KEEP_SHARE) from += 1;
  const summary = summarise(conversation.historySummary, episodes.slice(0, from));
  const kept = episodes.slice(from);
  const historyFrom = kept[0]?.ordinal ?? last.ordinal + 1;
  await user.patchConversation(conversation.id, { historyFrom, historySummary: summary });
  return { episodes: kept, summary };
}

function turnTokens(episode: Episode): number {
  return estimateTokens(episode.userMessage) + estimateTokens(episode.assistantReply ?? "") + 8;
}

/** One line per cut turn, from their extracted summaries; the newest lines take precedence. */
function summarise(before: string | null, cut: Episode[]): string {
  const lines = cut.map((e) => `- ${clip((e.summary ?? e.userMessage).replace(/\s+/g, " "), 200)}`);
  const all = [...(before?.split("\n") ?? []), ...lines];
  let size = 0;
  const kept: string[] = [];
  for (const line of all.reverse()) {
    size += line.length + 1;
    if (size > SUMMARY_CHARS_MAX) break;
    kept.push(asLine(line));
  }
  return kept.reverse().join("\n");
}
