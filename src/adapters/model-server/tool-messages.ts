import { createHash } from "node:crypto";
import type { ModelMessage } from "../../ports/chat-model.ts";

/**
 * Calls of tools followed by their results, as chat templates demand. A call that was stopped has no result, and is left out; a
 * result whose call a client has cut off its history becomes a message of the user's.
 */
export function pairCalls(given: readonly ModelMessage[]): ModelMessage[] {
  const messages = withIds(given);
  let called: (string | undefined)[] = [];
  return messages.flatMap((message, at) => {
    if (message.role === "tool") return called.includes(message.tool_call_id) ? message : asTold(message);
    const calls = callsOf(message);
    called = [];
    if (calls.length === 0) return message;
    const next = messages.findIndex(({ role }, later) => later > at && role !== "tool");
    const results = messages.slice(at + 1, next < 0 ? undefined : next);
    const answered = calls.filter(({ id }) => results.some(({ tool_call_id }) => tool_call_id === id));
    called = answered.map(({ id }) => id);
    if (answered.length === calls.length) return message;
    if (answered.length > 0) return { ...message, tool_calls: answered };
    const { tool_calls: _, reasoning_content: __, ...said } = message;
    return said.content.trim() === "" ? [] : said;
  });
}

/** Some clients give calls or results no ids: a result without one is that of the next call. */
function withIds(messages: readonly ModelMessage[]): ModelMessage[] {
  let open: string[] = [];
  return messages.map((message, at) => {
    if (message.role === "tool") {
      const id = message.tool_call_id || open[0];
      open = open.filter((one) => one !== id);
      return id === undefined ? message : { ...message, tool_call_id: id };
    }
    const calls = callsOf(message).map((call, nth) => ({ ...call, id: call.id || `call_${at}_${nth}` }));
    open = calls.map(({ id }) => id);
    return calls.length === 0 ? message : { ...message, tool_calls: calls };
  });
}

/** Ids as Mistral's templates demand them: nine letters and digits. */
export function withShortIds(message: ModelMessage): ModelMessage {
  const { tool_calls, tool_call_id: id } = message;
  return {
    ...message,
    ...(tool_calls === undefined
      ? {}
      : { tool_calls: callsOf(message).map(({ id: own = "", ...call }) => ({ ...call, id: shortId(own) })) }),
    ...(id === undefined ? {} : { tool_call_id: shortId(id) }),
  };
}

function callsOf({ tool_calls }: ModelMessage): { id?: string }[] {
  return Array.isArray(tool_calls) ? (tool_calls as { id?: string }[]) : [];
}

function asTold({ tool_call_id: _, ...result }: ModelMessage): ModelMessage {
  return { ...result, role: "user" };
}

function shortId(id: string): string {
  return /^[a-zA-Z0-9]{9}$/.test(id) ? id : createHash("sha256").update(id).digest("hex").slice(0, 9);
}
