import { describe, expect, it } from "vitest";
import { imported, turnsIn } from "../../../support/imported.ts";

const ROOT = "00000000-0000-0000-0000-000000000000";
const at = (minute: number): string => `2025-05-06T08:0${minute}:00.000Z`;

function said(
  messageId: string,
  parentMessageId: string,
  isCreatedByUser: boolean,
  text: string,
  extra = {},
) {
  return { messageId, parentMessageId, isCreatedByUser, text, createdAt: at(1), ...extra };
}

const LIST = [
  said("u1", ROOT, true, "My kiln leaks", { files: [{ filename: "kiln.jpg", type: "image/jpeg" }] }),
  said("a1", "u1", false, "Old"),
  said("a2", "u1", false, "", {
    createdAt: at(2),
    content: [
      { type: "think", think: "Where?" },
      { type: "tool_call", tool_call: { output: "noise" } },
      { type: "text", text: { value: "Seal it." } },
    ],
  }),
];

describe("LibreChat", () => {
  it("reads a list of messages: the newest branch, without thoughts", () => {
    const read = imported({ conversationId: "k", title: "Kiln", exportAt: at(9), messages: LIST });
    expect(read.format).toBe("librechat");
    expect(read.conversations[0]?.turns[0]?.externalId).toBe("librechat:k:u1");
    expect(turnsIn(read)).toEqual([["My kiln leaks\n[image]", "Seal it.", at(1)]]);
  });

  it("leaves out what the page shows in place of a failed reply", () => {
    const messages = [said("u1", ROOT, true, "Is it?"), said("a1", "u1", false, "429", { error: true })];
    expect(turnsIn(imported({ conversationId: "k", messages }))).toEqual([["Is it?", null, at(1)]]);
  });

  it("reads a tree of any depth", () => {
    let tree: unknown;
    const depth = 20_000;
    for (let n = depth; n > 0; n--) {
      const message = { messageId: `m${n}`, isCreatedByUser: n % 2 === 1, text: `t${n}`, createdAt: at(1) };
      tree = { ...message, children: tree === undefined ? [] : [tree] };
    }
    const turns = turnsIn(imported({ conversationId: "k", recursive: true, messages: [tree] }));
    expect(turns).toHaveLength(depth / 2);
    expect(turns[0]).toEqual(["t1", "t2", at(1)]);
  });

  it("keeps the children of a message that cannot be read, and thoughts out of old texts", () => {
    const child = said("a1", "u0", false, ":::thinking\nhm\n:::\nYes.", {});
    const messages = [said("u0", ROOT, true, "Is it?"), { children: [child] }];
    expect(turnsIn(imported({ conversationId: "k", messages }))).toEqual([["Is it?", "Yes.", at(1)]]);
  });
});
