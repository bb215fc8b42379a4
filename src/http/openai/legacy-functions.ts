import { isFields, withoutNulls, type Fields } from "../absent.ts";

/** Tools as OpenAI's API had them before November 2023: `functions`, and one `function_call` per message, without an id. */

/** Whether the client expects its calls as `function_call`. */
export function isLegacy({ functions }: Fields): boolean {
  return functions !== undefined;
}

/** The request with `tools`, and with ids that tie results to their calls. */
export function withTools(body: unknown): unknown {
  if (!isFields(body)) return body;
  const { function_call: choice, ...rest } = body;
  const { functions, messages } = rest;
  return {
    ...(Array.isArray(functions) ? { tools: functions.map(asTool) } : {}),
    ...(choice === undefined ? {} : { tool_choice: isFields(choice) ? asTool(choice) : choice }),
    ...rest,
    ...(Array.isArray(messages) ? { messages: messages.map(withCalls) } : {}),
  };
}

const asTool = (one: unknown) => ({ type: "function", function: one });

function withCalls(given: unknown): unknown {
  const message = withoutNulls(given);
  if (!isFields(message)) return message;
  const { function_call: call, ...rest } = message;
  if (isFields(call))
    return { tool_calls: [{ id: `call_${String(call["name"])}`, ...asTool(call) }], ...rest };
  return message["role"] === "function" ? { tool_call_id: `call_${String(message["name"])}`, ...rest } : rest;
}
