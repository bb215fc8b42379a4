import { z } from "zod";
import type { Instant } from "../../../domain/model/time.ts";
import type { ChatParts } from "../conversation.ts";
import { field, list, listField, stringField, text, time } from "../loose.ts";
import { fileMark, joinWords, spoken } from "../words.ts";
import { chatReader } from "./reader.ts";

/** A `.conversation.json` of LM Studio. Each message has versions, one of which is selected. */
export const lmStudio = chatReader({
  format: "lm-studio",
  name: "LM Studio conversation (.conversation.json)",
  recognises: (chat) =>
    listField(chat, "messages").some((message) => Array.isArray(field(message, "versions"))),
  form: z.object({ name: text, createdAt: time, messages: z.array(z.unknown()) }),
  read: ({ name, createdAt, messages }) => ({
    // The file has no id: its creation time in milliseconds is also its name.
    id: createdAt ?? (name === null ? null : `name:${name}`),
    title: name,
    startedAt: createdAt,
    messages: messages.flatMap(said),
  }),
});

const Message = z.object({
  versions: z.array(z.unknown()),
  currentlySelected: z.number().int().min(0).catch(0),
});

const Version = z.object({ role: text, content: list, steps: list });

/** Messages have no ids: identified by position and selected version. */
function said(json: unknown, at: number): ChatParts["messages"] {
  const message = Message.safeParse(json);
  if (!message.success) return [];
  const { versions, currentlySelected } = message.data;
  const version = Version.safeParse(versions[currentlySelected] ?? versions[0]);
  if (!version.success) return [];
  const { role, content, steps } = version.data;
  const words = joinWords([wordsOf(content), ...steps.map(stepWords)]);
  return [{ id: `${at}.${currentlySelected}`, role, text: spoken(role, words), at: timeOf(steps) }];
}

function stepWords(step: unknown): string {
  if (stringField(step, "type") !== "contentBlock") return "";
  if (stringField(field(step, "style"), "type") === "thinking") return "";
  return wordsOf(listField(step, "content"));
}

function wordsOf(parts: readonly unknown[]): string {
  return joinWords(
    parts.map((part) => {
      const type = stringField(part, "type");
      if (type === "text") return stringField(part, "text") ?? "";
      if (type !== "file") return "";
      return fileMark(
        stringField(part, "fileName") ?? stringField(part, "fileIdentifier"),
        stringField(part, "fileType"),
      );
    }),
  );
}

const STEP_TIME = /^(\d{13})-/;

/** A step's identifier begins with its creation time, milliseconds. */
function timeOf(steps: readonly unknown[]): Instant | null {
  for (const step of steps) {
    const ms = STEP_TIME.exec(stringField(step, "stepIdentifier") ?? "")?.[1];
    if (ms !== undefined) return time.parse(Number(ms));
  }
  return null;
}
