import type { ModelMessage } from "../../ports/chat-model.ts";
import type { Extraction } from "../../domain/model/proposal.ts";
import { RULE_LANGUAGES } from "./languages/index.ts";
import { extractTurn } from "./extract.ts";

/** Turns of one request; more are not asked for by any caller. */
const TURNS_MAX = 64;

/** Answers an extraction request from its messages: the last `turns: k` user messages before the trigger. */
export function extractFrom(messages: ModelMessage[]): Extraction {
  const trigger = messages.at(-1)?.content ?? "";
  const said = messages
    .slice(0, -1)
    .filter(({ role, content }) => role === "user" && !content.startsWith("[Summary"));
  const count = Math.min(TURNS_MAX, Number(/^turns: *(\d+)/m.exec(trigger)?.[1] ?? 1));
  const code = /^language: *([a-z]{2})/m.exec(trigger)?.[1];
  const language = RULE_LANGUAGES.find((known) => known === code);
  return {
    turns: said.slice(-count || said.length).map(({ content }, index) => ({
      turn: index + 1,
      ...extractTurn({
        userMessage: content,
        speaker: speakerOf(trigger, index + 1),
        ...(language ? { language } : {}),
      }),
    })),
  };
}

function speakerOf(trigger: string, turn: number): string | null {
  const line = new RegExp(`^turn ${turn}: *(.*)$`, "m").exec(trigger)?.[1] ?? "";
  return /speaker=(.*?)(?= date=| timezone=|$)/.exec(line)?.[1]?.trim() ?? null;
}
