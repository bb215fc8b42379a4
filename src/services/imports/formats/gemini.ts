import { conversationOf } from "../conversation.ts";
import { asList, field, stringField, time } from "../loose.ts";
import { importedTurns } from "../pair-turns.ts";
import type { ImportedConversation } from "../types.ts";
import { htmlText } from "./html.ts";
import type { JsonReader } from "./reader.ts";

/** `MyActivity.json` of Google Takeout: prompts and answers without their conversations, so each day is one. */
export const gemini: JsonReader = {
  format: "gemini",
  name: "Gemini activity of Google Takeout (the zip, or its MyActivity.json)",
  recognises: (json) => asList(json).some((one) => answerOf(one) !== null),
  read: (json) => {
    const items = asList(json).toReversed();
    const verb = verbIn(items.filter((one) => answerOf(one) !== null).map(titleOf));
    const asked = items.filter((one) => answerOf(one) !== null || (verb !== "" && isAsked(one, verb)));
    const days = Map.groupBy(asked, (one) => (time.parse(field(one, "time")) ?? "").slice(0, DAY_CHARS));
    return [...days].map(([day, some]) => dayOf(day, some, verb));
  },
};

const DAY_CHARS = "2024-03-12".length;

function titleOf(item: unknown): string {
  return stringField(item, "title") ?? "";
}

/** HTML; null for what is no answer. */
function answerOf(item: unknown): string | null {
  const parts = field(item, "safeHtmlItem");
  if (!Array.isArray(parts) || stringField(item, "time") === null || titleOf(item) === "") return null;
  return parts.map((part) => stringField(part, "html") ?? "").join("\n");
}

function isAsked(item: unknown, verb: string): boolean {
  return stringField(item, "time") !== null && titleOf(item).startsWith(verb);
}

const TITLES_MIN = 3;
/** Part of the titles: a few tell of another act. */
const SHARE_MIN = 0.8;

/** What stands before the words of each prompt in the language of the account, such as "Prompted ". */
function verbIn(titles: readonly string[]): string {
  let verb = "";
  for (let left = titles; left.length >= TITLES_MIN;) {
    const words = Map.groupBy(left, (title) => /^\S+\s+/.exec(title.slice(verb.length))?.[0] ?? "");
    const [word, same] = [...words].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    if (word === "" || same.length < titles.length * SHARE_MIN) break;
    verb += word;
    left = same;
  }
  return verb;
}

function dayOf(day: string, items: readonly unknown[], verb: string): ImportedConversation | null {
  const externalId = `gemini:${day}`;
  const turns = items.map((item) => ({
    id: stringField(item, "time") ?? "",
    userMessage: titleOf(item).startsWith(verb) ? titleOf(item).slice(verb.length) : titleOf(item),
    assistantReply: htmlText(answerOf(item) ?? "").trim() || null,
    at: time.parse(field(item, "time")),
  }));
  return conversationOf(externalId, null, importedTurns(turns, externalId));
}
