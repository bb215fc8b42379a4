import { expect, it } from "vitest";
import { imported, turnsIn } from "../../../support/imported.ts";

const ROOT = "00000000-0000-4000-8000-000000000000";
const at = (minute: number): string => `2025-02-03T10:0${minute}:00.123456Z`;

function said(uuid: string, sender: string, words: string, extra: Record<string, unknown> = {}) {
  return {
    uuid,
    sender,
    text: `${words} (and a note of the page)`,
    content: [{ type: "text", text: words }],
    created_at: at(1),
    attachments: [],
    files: [],
    ...extra,
  };
}

function chat(chat_messages: unknown[], extra: Record<string, unknown> = {}) {
  return { uuid: "c-1", name: "Beans", created_at: at(0), updated_at: at(9), chat_messages, ...extra };
}

it("reads what was spoken", () => {
  const spoken = said("m-1", "human", "", {
    text: "",
    content: [{ type: "voice_note", text: "I grow beans" }],
  });
  expect(turnsIn(imported([chat([spoken])])).map(([words]) => words)).toEqual(["I grow beans"]);
});

it("reads chats with their words alone: no thoughts, no tools; files as marks", () => {
  const read = imported([
    chat([
      said("m-1", "human", "I grow runner beans", {
        attachments: [{ file_name: "plot.txt", file_type: "txt", extracted_content: "secret" }],
        files: [{ file_name: "bed.png" }],
      }),
      said("m-2", "assistant", "", {
        content: [
          { type: "thinking", thinking: "Beans, then." },
          { type: "text", text: "Nice." },
          { type: "tool_use", name: "web_search", input: {} },
          { type: "tool_result", content: [{ type: "text", text: "noise" }] },
          { type: "text", text: "Water them." },
        ],
      }),
    ]),
  ]);
  expect(read).toMatchObject({ format: "claude", skipped: 0 });
  expect(read.conversations[0]).toMatchObject({ externalId: "claude:c-1", title: "Beans" });
  expect(read.conversations[0]?.turns[0]?.externalId).toBe("claude:c-1:m-1");
  expect(turnsIn(read)).toEqual([
    ["I grow runner beans\n[file: plot.txt]\n[image]", "Nice.\nWater them.", "2025-02-03T10:01:00.123Z"],
  ]);
});

it("takes the text where there are no parts, and the date of the chat where a message has none", () => {
  const plain = { uuid: "m-1", sender: "human", text: "Old words" };
  expect(turnsIn(imported(chat([plain])))).toEqual([["Old words", null, "2025-02-03T10:00:00.123Z"]]);
});

it("reads the branch shown last where messages were edited", () => {
  const edited = [
    said("m-1", "human", "first", { parent_message_uuid: ROOT }),
    said("m-2", "assistant", "a", { parent_message_uuid: "m-1" }),
    said("m-3", "human", "first, changed", { parent_message_uuid: ROOT, created_at: at(2) }),
    said("m-4", "assistant", "b", { parent_message_uuid: "m-3", created_at: at(3) }),
  ];
  expect(turnsIn(imported([chat(edited)])).map(([words]) => words)).toEqual(["first, changed"]);
  const current = { current_leaf_message_uuid: "m-2" };
  expect(turnsIn(imported([chat(edited, current)])).map(([words]) => words)).toEqual(["first"]);
});

it("keeps what stands before a message that is missing", () => {
  const gap = [
    said("m-1", "human", "before", { parent_message_uuid: ROOT }),
    said("m-3", "human", "after", { parent_message_uuid: "m-2", created_at: at(2) }),
  ];
  expect(turnsIn(imported([chat(gap)])).map(([words]) => words)).toEqual(["before", "after"]);
});

it("counts a broken chat and an empty one, and reads the others", () => {
  const read = imported([chat([null, said("m", "human", "Hi")]), { chat_messages: "?" }, chat([]), 7]);
  expect([read.conversations.length, read.skipped]).toEqual([1, 3]);
});
