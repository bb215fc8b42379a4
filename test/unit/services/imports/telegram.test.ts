import { describe, expect, it } from "vitest";
import { imported } from "../../../support/imported.ts";

const said = (id: number, from: string | null, from_id: string, text: unknown, more = {}) => ({
  id,
  type: "message",
  date: "2025-03-01T09:00:00",
  date_unixtime: "1740816000",
  from,
  from_id,
  text,
  text_entities: [],
  ...more,
});

const CHAT = {
  name: "User",
  type: "personal_chat",
  id: 7,
  messages: [
    { ...said(1, null, "user1", ""), type: "service", actor: "User", action: "phone_call" },
    said(2, "User", "user1", "I live in Oslo"),
    said(3, "Jon", "user2", ["Lovely ", { type: "bold", text: "city" }, "!"]),
    said(4, "Jon", "user2", "", { file: "(File not included.)", file_name: "plan.pdf" }),
    said(5, "Jon", "user2", "Rain tomorrow", { forwarded_from: "News" }),
    said(6, null, "user3", "gone"),
  ],
};

const brief = (json: unknown, me: string | null = null) =>
  imported(json, { me }).conversations.map(({ title, turns }) => [
    title,
    turns.map(({ speaker, userMessage }) => `${speaker ?? "(user)"}: ${userMessage}`),
  ]);

describe("a Telegram export", () => {
  it("has its speakers, whatever they are called; what is forwarded is another's", () => {
    expect(imported(CHAT).format).toBe("telegram");
    expect(brief(CHAT, "jon")).toEqual([
      [
        "User",
        [
          "User: I live in Oslo",
          "(user): Lovely city!",
          "(user): [file: plan.pdf]",
          "News: Rain tomorrow",
          "user3: gone",
        ],
      ],
    ]);
    const turn = imported(CHAT).conversations[0]?.turns[0];
    expect(turn).toMatchObject({ occurredAt: "2025-03-01T08:00:00.000Z", externalId: "telegram:7:2" });
  });

  it("of all chats names its owner", () => {
    const all = {
      personal_information: { user_id: 2, first_name: "Jon" },
      chats: {
        list: [CHAT, { type: "saved_messages", id: 2, messages: [said(9, "Jon", "user2", "buy hay")] }],
      },
    };
    expect(brief(all)[0]?.[1]).toContain("(user): Lovely city!");
    expect(brief(all)[1]).toEqual([null, ["(user): buy hay"]]);
  });
});
