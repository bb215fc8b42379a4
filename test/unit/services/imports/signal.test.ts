import { describe, expect, it } from "vitest";
import { imported, importedText } from "../../../support/imported.ts";
import type { ImportRead } from "../../../../src/services/imports/types.ts";

const brief = ({ conversations }: ImportRead) =>
  (conversations[0]?.turns ?? []).map(({ speaker, userMessage, occurredAt }) => [
    speaker,
    userMessage,
    occurredAt,
  ]);

const FULL = `Conversation: Jon (+4912345)

From: Jon (+4912345)
Type: incoming
Sent: Tue, 12 Mar 2024 18:22:10 +0100
Received: Tue, 12 Mar 2024 18:22:12 +0100
Attachment: weir.jpg (image/jpeg, 1234 bytes)
Reaction: x from You

Look:

Type: of heron unknown

From: You
Type: outgoing
Sent: Tue, 12 Mar 2024 18:23:00 +0100

> From: Jon (+4912345)
> Sent: Tue, 12 Mar 2024 18:22:10 +0100
>
> Look:

A grey one

From: You
Type: outgoing
Sent: Tue, 12 Mar 2024 18:24:00 +0100
Edited: 2 versions

| Version: 2
| Sent: Tue, 12 Mar 2024 18:25:00 +0100
|
| My gate
| is green
|
| Version: 1
| Sent: Tue, 12 Mar 2024 18:24:00 +0100
|
| My gate is red

From: Jon (+4912345)
Type: call-history
Received: Tue, 12 Mar 2024 18:30:00 +0100

`;

const SHORT = `2024-03-12 18:22 Jon: [1 attachment] Look:
a heron
2024-03-12 18:23 You: [reply to Jon on 2024-03-12 18:22, edited] [sic] A grey one
2024-03-12 18:24 You: [call-history message]
`;

const MARKDOWN = `[2024-03-12 18:22:10] Jon: Look  ![weir.jpg](./media/weir.jpg)${"  "}
(- Me: x -)
[2024-03-12 18:23:00] Me:${" "}

> Look

A grey one
`;

describe("a Signal chat", () => {
  it.each<[string, string, unknown[]]>([
    [
      "full",
      FULL,
      [
        ["Jon", "Look:\n\nType: of heron unknown\n[image]", "2024-03-12T17:22:10.000Z"],
        [null, "A grey one", "2024-03-12T17:23:00.000Z"],
        [null, "My gate\nis green", "2024-03-12T17:24:00.000Z"],
      ],
    ],
    [
      "short",
      SHORT,
      [
        ["Jon", "Look:\na heron\n[file]", "2024-03-12T17:22:00.000Z"],
        [null, "[sic] A grey one", "2024-03-12T17:23:00.000Z"],
      ],
    ],
    [
      "Markdown",
      MARKDOWN,
      [
        ["Jon", "Look  [image]", "2024-03-12T17:22:10.000Z"],
        [null, "A grey one", "2024-03-12T17:23:00.000Z"],
      ],
    ],
  ])("in %s text has its speakers, words and times", (_form, text, turns) => {
    const read = importedText(text, { name: "Jon (+4912345).txt", me: "Mia" });
    expect([read.format, read.conversations[0]?.title]).toEqual(["signal", "Jon"]);
    expect(brief(read)).toEqual(turns);
  });

  it("in rows of the database calls the other by the name of the chat, and leaves events out", () => {
    const row = (type: string, body: string | null, more = {}) => ({
      id: body,
      conversationId: "c",
      type,
      body,
      sent_at: 1_710_264_130_000,
      source: type === "outgoing" ? null : "+4912345",
      ...more,
    });
    const rows = [
      row("incoming", "Look", { attachments: [{ contentType: "image/jpeg" }] }),
      row("outgoing", "A grey one"),
      row("call-history", null),
      row("incoming", "", { deletedForEveryone: true }),
    ];
    const read = imported(rows, { name: "signal/Jon (+4912345).json", me: "Mia" });
    expect(read.format).toBe("signal");
    expect(brief(read)).toEqual([
      ["Jon", "Look\n[image]", "2024-03-12T17:22:10.000Z"],
      [null, "A grey one", "2024-03-12T17:22:10.000Z"],
    ]);
    const renamed = imported(rows, { name: "Jonathan.json", me: "Mia" });
    const idsOf = (one: ImportRead) => one.conversations[0]?.turns.map(({ externalId }) => externalId);
    expect(idsOf(renamed), "the chat was renamed").toEqual(idsOf(read));
  });

  it("in data.json keeps quotes and reactions out", () => {
    const line = (sender: string, body: string) => ({
      date: "2024-03-12T18:22:10.123000",
      sender,
      body,
      quote: "\n\n> Earlier\n\n",
      sticker: "",
      reactions: [["Jon", "x"]],
      attachments: [{ name: "a.pdf", path: "media/a.pdf" }],
    });
    expect(brief(imported([line("Jon", "Look  "), line("Me", "Yes")], { me: "Mia" }))).toEqual([
      ["Jon", "Look  \n[file: a.pdf]", "2024-03-12T17:22:10.000Z"],
      [null, "Yes\n[file: a.pdf]", "2024-03-12T17:22:10.000Z"],
    ]);
  });

  it("needs to be told who exported it; of somebody else's the named speaker is the user", () => {
    expect(() => importedText(FULL)).toThrow(/^me: /);
    expect(brief(importedText(FULL, { me: "Jon" })).map(([speaker]) => speaker)).toEqual([
      null,
      "You",
      "You",
    ]);
  });

  it("is not seen in a journal", () => {
    const journal = "2024-03-12 18:22 Work: wrote tests\n2024-03-13 18:22 Home: slept\n";
    expect(importedText(journal).format).toBe("journal");
  });
});
