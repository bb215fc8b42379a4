import { createHash } from "node:crypto";
import type { ModelMessage } from "../../ports/chat-model.ts";

/**
 * Calls of tools followed by their results, as chat templates demand. A call that was stopped has no result, and is left out; a
 * result whose call a client has cut off its history becomes a message of the user's.
 */
export function pairCalls(messages: readonly ModelMessage[]): ModelMessage[] {
  let called: string[] = [];
  return messages.flatMap((message, at) => {
    if (message.role === "tool") return isResultOf(called, message) ? message : asTold(message);
    const calls = callsOf(message);
    called = [];
    if (calls.length === 0) return message;
    const next = messages.findIndex(({ role }, later) => later > at && role !== "tool");
    const results = messages.slice(at + 1, next < 0 ? undefined : next);
    const answered = calls.filter(({ id }) => results.some((result) => isResultOf([idOf(id)], result)));
    called = answered.map(({ id }) => idOf(id));
    if (answered.length === calls.length) return message;
    if (answered.length > 0) return { ...message, tool_calls: answered };
    const { tool_calls: _, reasoning_content: __, ...said } = message;
    return said.content.trim() === "" ? [] : said;
  });
}

/** Ids as Mistral's templates demand them: nine letters and digits. */
export function withShortIds(message: ModelMessage): ModelMessage {
  const { tool_calls, tool_call_id: id } = message;
  return {
    ...message,
    ...(tool_calls === undefined
      ? {}
      : { tool_calls: callsOf(message).map((call) => ({ ...call, id: shortId(idOf(call.id)) })) }),
    ...(id === undefined ? {} : { tool_call_id: shortId(id) }),
  };
}

function callsOf({ tool_calls }: ModelMessage): { id?: unknown }[] {
  return Array.isArray(tool_calls) ? (tool_calls as { id?: unknown }[]) : [];
}

const idOf = (id: unknown): string => (typeof id === "string" ? id : "");

/** Some clients give a result no id. */
function isResultOf(called: readonly string[], { tool_call_id: id = "" }: ModelMessage): boolean {
  return id === "" ? called.length > 0 : called.includes(id);
}

function asTold({ tool_call_id: _, ...result }: ModelMessage): ModelMessage {
  return { ...result, role: "user" };
}

function shortId(id: string): string {
  return /^[a-zA-Z0-9]{9}$/.test(id) ? id : createHash("sha256").update(id).digest("hex").slice(0, 9);
}
