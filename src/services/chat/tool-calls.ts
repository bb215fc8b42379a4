/** A tool call, in the chat API's format. */
export interface ToolCall {
  index: number;
  id: string;
  type: string;
  function: { name: string; arguments: string };
}

/** Joins streamed pieces of tool calls by their index. */
export function mergeCalls(calls: ToolCall[], delta: unknown): void {
  for (const piece of (Array.isArray(delta) ? delta : []) as (Partial<ToolCall> & { index?: number })[]) {
    const index = piece.index ?? 0;
    const call = calls.find((known) => known.index === index);
    if (!call) {
      calls.push({
        index,
        id: piece.id ?? `call_${index}`,
        type: piece.type ?? "function",
        function: { name: piece.function?.name ?? "", arguments: piece.function?.arguments ?? "" },
      });
    } else {
      // Only arguments come in pieces; some servers repeat the name with each.
      call.function.name ||= piece.function?.name ?? "";
      call.function.arguments += piece.function?.arguments ?? "";
    }
  }
}
