import type { Episode } from "../../domain/model/episode.ts";
import { asLine } from "../../domain/model/prompt-data.ts";
import type { ModelRequest } from "../../ports/chat-model.ts";
import { collect, JUDGEMENT_TOKENS_MAX } from "../model/collect.ts";
import { parseModelJson } from "../model/json-answer.ts";
import type { Needs } from "../kernel.ts";
import { choices } from "../model/response-schema.ts";
import type { PromptLibrary } from "../prompts/library.ts";
import type { Forgettable } from "./memories.ts";

export type MeantDeps = Needs<"model" | "gate" | "prompts">;

/** Maximum characters of the user's words shown. */
const SAID_CHARS_MAX = 1200;
const MEMORY_CHARS_MAX = 300;
/** The user is asked about no more than can be listed. */
const MAYBE_MAX = 5;
/** An unreadable answer is requested once more. */
const TRIES = 2;

/**
 * One call: which of these memories the intent means, and which statements it may also mean, about which the user is asked. Null
 * if no answer is readable.
 */
export async function memoriesMeant(
  deps: MeantDeps,
  asked: Episode,
  target: string,
  memories: readonly Forgettable[],
  signal: AbortSignal,
): Promise<{ memories: Forgettable[]; maybe: Forgettable[] } | null> {
  if (memories.length === 0) return { memories: [], maybe: [] };
  const request = meantRequest(deps.prompts, asked, target, memories);
  for (let tries = 1; tries <= TRIES; tries++) {
    const answer = await deps.gate.background("live", signal, (inner) => collect(deps.model, request, inner));
    const meant = readMeant(parseModelJson(answer.content), memories);
    if (meant !== null)
      return { ...meant, maybe: meant.maybe.filter(({ kind }) => kind === "fact").slice(0, MAYBE_MAX) };
  }
  return null;
}

export function meantRequest(
  prompts: PromptLibrary,
  asked: Pick<Episode, "occurredAt" | "userMessage">,
  target: string,
  memories: readonly Pick<Forgettable, "text" | "at">[],
): ModelRequest {
  const lines = memories.map(
    ({ text, at }, index) => `${index + 1}. (${at.slice(0, 10)}) ${asLine(text, MEMORY_CHARS_MAX)}`,
  );
  const said = [
    `said on ${asked.occurredAt.slice(0, 10)}: ${asLine(asked.userMessage, SAID_CHARS_MAX)}`,
    `understood as: ${asLine(target, MEMORY_CHARS_MAX)}`,
  ];
  const content = `<wish>\n${said.join("\n")}\n</wish>\n\n<memories>\n${lines.join("\n")}\n</memories>`;
  return {
    purpose: "adjudicate",
    messages: [
      { role: "system", content: prompts.get("forget").text },
      { role: "user", content },
    ],
    effort: "medium",
    temperature: 0,
    maxTokens: JUDGEMENT_TOKENS_MAX,
    schema: { name: "wishes", schema: MEANT.schema(memories.length) },
  };
}

const MEANT = choices("wishes", "meant", ["yes", "no", "unclear"]);

export function readMeant<T>(json: unknown, memories: readonly T[]): { memories: T[]; maybe: T[] } | null {
  const wishes = MEANT.read(json, memories);
  const read = (as: "yes" | "unclear"): T[] =>
    (wishes ?? []).flatMap(([item, meant]) => (meant === as ? [item] : []));
  return wishes && { memories: read("yes"), maybe: read("unclear") };
}
