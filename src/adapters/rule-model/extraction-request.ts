import type { ModelMessage } from "../../ports/chat-model.ts";
import type { Extraction } from "../../domain/proposal.ts";
import { extractTurn, type TurnInput } from "./extract.ts";
import { asLanguage } from "./language.ts";

interface Pair {
  user: string;
  assistant: string | null;
  /** Position of the user message in the history. */
  at: number;
}

interface Header {
  speaker: string | null;
  date: string;
  timeZone: string;
}

/** Turns of one request; more are not asked for by any caller. */
const TURNS_MAX = 64;

/** Answers an extraction request from its messages: the last `turns: k` pairs before the trigger. */
export function extractFrom(messages: ModelMessage[]): Extraction {
  const trigger = messages.at(-1)?.content ?? "";
  const history = messages
    .slice(0, -1)
    .filter((message) => message.role === "user" || message.role === "assistant");
  const count = Math.min(TURNS_MAX, Number(/^turns: *(\d+)/m.exec(trigger)?.[1] ?? 1));
  const language = asLanguage(/^language: *([a-z]{2})/m.exec(trigger)?.[1]);
  const asked = pairsOf(history).slice(-count || history.length);
  return {
    turns: asked.map((pair, index) => {
      const header = headerOf(trigger, index + 1);
      const input: TurnInput = {
        userMessage: pair.user,
        assistantReply: pair.assistant,
        previous: history.slice(0, pair.at).map((message) => ({ role: message.role, text: message.content })),
        speaker: header.speaker,
        at: header.date,
        timeZone: header.timeZone,
        ...(language ? { language } : {}),
      };
      return { turn: index + 1, ...extractTurn(input) };
    }),
  };
}

function pairsOf(history: ModelMessage[]): Pair[] {
  const pairs: Pair[] = [];
  for (const [at, message] of history.entries()) {
    if (message.role !== "user" || message.content.startsWith("[Summary")) continue;
    const next = history[at + 1];
    pairs.push({ user: message.content, assistant: next?.role === "assistant" ? next.content : null, at });
  }
  return pairs;
}

function headerOf(trigger: string, turn: number): Header {
  const line = new RegExp(`^turn ${turn}: *(.*)$`, "m").exec(trigger)?.[1] ?? "";
  const speaker = /speaker=(.*?)(?= date=| timezone=|$)/.exec(line)?.[1]?.trim() ?? null;
  return {
    speaker: speaker === "" ? null : speaker,
    date: /date=(\S+)/.exec(line)?.[1] ?? "",
    timeZone: /timezone=(\S+)/.exec(line)?.[1] ?? "UTC",
  };
}
