/** A `conversations.json` as ChatGPT gives it, with plain turns. */
export function chatGptExport({
  conversations,
  turns,
  prefix = "chat",
  says = (at) => `It rained on day ${at}.`,
  replies = () => "I see.",
}: {
  conversations: number;
  turns: number;
  prefix?: string;
  says?: Words;
  replies?: Words;
}): string {
  return JSON.stringify(
    Array.from({ length: conversations }, (_, n) => conversation(`${prefix}-${n}`, turns, { says, replies })),
  );
}

/** What is said in the message that stands there. */
type Words = (at: number) => string;

/** 2024-05-01T10:00:00Z */
const START = 1_714_557_600;

function conversation(
  id: string,
  turns: number,
  words: { says: Words; replies: Words },
): Record<string, unknown> {
  const ids = Array.from({ length: turns * 2 }, (_, at) => `${id}-${at}`);
  return {
    id,
    title: `Chat ${id}`,
    create_time: START,
    update_time: START,
    current_node: ids.at(-1),
    mapping: Object.fromEntries(
      ids.map((one, at) => [
        one,
        { id: one, parent: ids[at - 1] ?? null, children: [], message: message(one, at, words) },
      ]),
    ),
  };
}

function message(
  id: string,
  at: number,
  { says, replies }: { says: Words; replies: Words },
): Record<string, unknown> {
  const role = at % 2 === 0 ? "user" : "assistant";
  const parts = [role === "user" ? says(at) : replies(at)];
  return {
    id,
    author: { role },
    create_time: START + at,
    content: { content_type: "text", parts },
    metadata: {},
  };
}
