import { describe, expect, it } from "vitest";
import { parseJson } from "../../../../src/services/imports/read-file.ts";
import { imported, turnsIn } from "../../../support/imported.ts";

const AT = "2025-03-01T08:00:00.000Z";
const LATER = "2025-03-02T09:30:00.000Z";
const TALK = [
  ["We keep two llamas", "Lovely!", AT],
  ["One is called Ute", "A fine name.", LATER],
] as const;

/** The same talk as several programs write it. */
const SHAPES: Record<string, unknown> = {
  "messages with roles, below a list of chats": {
    chats: [
      {
        id: "c1",
        title: "Llamas",
        messages: TALK.flatMap(([content, reply, created_at]) => [
          { role: "user", content, created_at },
          { role: "assistant", content: [{ type: "text", text: `<think>so</think>${reply}` }], created_at },
          { role: "tool", content: "42", created_at },
        ]),
      },
    ],
  },
  "training data": {
    id: "c1",
    conversations: TALK.flatMap(([said, reply, timestamp]) => [
      { from: "human", value: said, timestamp },
      { from: "gpt", value: reply, timestamp },
    ]),
  },
  "flags, newest first": {
    id: "c1",
    log: TALK.flatMap(([said, reply, at]) => [
      { is_user: true, mes: said, send_date: Date.parse(at) },
      { is_user: false, mes: reply, send_date: Date.parse(at) + 1 },
    ]).toReversed(),
  },
  "prompts and responses with times as text": {
    id: "c1",
    messages: TALK.flatMap(([say, reply, at], nth) => [
      { role: "Prompt", say, time: nth === 0 ? String(Date.parse(at) / 1000) : at.replace("Z", "") },
      { role: "Response", say: reply, time: at },
    ]),
  },
  "roles beside names, thoughts beside words, times in other units": {
    id: "c1",
    messages: TALK.flatMap(([content, reply, at], nth) => [
      { role: "Tomas", role_type: "user", content, timestamp: Date.parse(at) * (nth === 0 ? 1e3 : 1e6) },
      {
        role: "model",
        text: "Llamas...",
        isThought: true,
        date: { $date: { $numberLong: `${Date.parse(at)}` } },
      },
      { role: "model", text: reply, date: { $date: at } },
    ]),
  },
  "an agent of Letta": {
    agents: [
      {
        id: "c1",
        messages: TALK.flatMap(([message, reply, created_at]) => [
          { role: "user", content: JSON.stringify({ type: "heartbeat", reason: "x" }), created_at },
          {
            role: "user",
            content: [{ type: "text", text: JSON.stringify({ type: "user_message", message }) }],
            created_at,
          },
          {
            role: "assistant",
            content: "I should answer.",
            tool_calls: [
              { function: { name: "send_message", arguments: JSON.stringify({ message: reply }) } },
            ],
            created_at,
          },
        ]),
      },
    ],
  },
};

describe("JSON of any program", () => {
  it.each(Object.entries(SHAPES))("%s", (_shape, json) => {
    const read = imported(json);
    expect(read.format).toBe("json");
    expect(turnsIn(read)).toEqual(TALK);
    expect(read.conversations[0]?.externalId).toBe("json:c1");
  });

  it("reads a line at a time, and knows a chat without an id again when it has grown", () => {
    const line = (type: string, content: string, timestamp: string) =>
      JSON.stringify({ type, timestamp, message: { role: type, content } });
    const lines = TALK.flatMap(([said, reply, at]) => [line("user", said, at), line("assistant", reply, at)]);
    const [short, whole] = [lines.slice(0, 2), lines].map((some) => imported(parseJson(some.join("\n"))));
    expect(turnsIn(whole as never)).toEqual(TALK);
    expect(short?.conversations[0]?.externalId).toBe(whole?.conversations[0]?.externalId);
    expect(short?.conversations[0]?.turns[0]).toEqual(whole?.conversations[0]?.turns[0]);
  });

  it("reads conversations whose messages lie in one list", () => {
    const messages = ["t1", "t2"].flatMap((topicId, nth) => [
      { id: `q${nth}`, role: "user", content: `Question ${nth}`, topicId, createdAt: Date.parse(AT) + nth },
      {
        id: `a${nth}`,
        role: "assistant",
        content: `Answer ${nth}`,
        topicId,
        createdAt: Date.parse(LATER) + nth,
      },
    ]);
    const system = { id: "s", role: "system", content: "Be brief", createdAt: Date.parse(AT) };
    const read = imported({
      data: { topics: [{ id: "t1" }, { id: "t2" }], messages: [system, ...messages] },
    });
    expect(read.skipped).toBe(0);
    expect(
      read.conversations.map(({ externalId, turns }) => [
        externalId,
        turns.map(({ userMessage, assistantReply }) => [userMessage, assistantReply]),
      ]),
    ).toEqual([
      ["json:t1", [["Question 0", "Answer 0"]]],
      ["json:t2", [["Question 1", "Answer 1"]]],
    ]);
  });

  it("keeps two chats apart that begin alike, or have the same number in two programs", () => {
    const chat = (said: string) => ({
      id: 1,
      messages: ["Hello traveller", "Hi", "Hello!", said].map((content, nth) => ({
        role: nth % 2 === 0 ? "assistant" : "user",
        content,
      })),
    });
    const ids = ["I live in Graz", "I live in Linz"].map((said) =>
      imported(chat(said)).conversations[0]?.turns.map(({ externalId }) => externalId),
    );
    expect(ids[0]?.[1]).not.toBe(ids[1]?.[1]);
    expect(
      new Set(imported(chat("Hi")).conversations[0]?.turns.map(({ externalId }) => externalId)).size,
    ).toBe(2);
  });

  it("keeps memories apart that have no ids", () => {
    const ids = ["Keeps llamas", "Lives in Linz"].map(
      (memory) => imported({ results: [{ memory }] }).conversations[0]?.turns[0]?.externalId,
    );
    expect(ids[0]).not.toBe(ids[1]);
  });

  it.each([
    "March 1, 2025 8:00am",
    "1. März 2025 8:00",
    "2025-03-01T08:00:00.000000+00",
    "2025-03-01 08:00:00",
  ])("reads the time %s", (send_date) => {
    const read = imported([{ is_user: true, mes: "We keep two llamas", send_date }]);
    expect(turnsIn(read)[0]?.[2]).toBe(AT);
  });

  it("reads memories of Mem0", () => {
    const results = [
      { id: "m1", memory: "Keeps two llamas", user_id: "tomas", created_at: AT },
      { id: "m2", memory: "Lives in Linz", user_id: "tomas", created_at: LATER },
    ];
    const read = imported({ results });
    expect(turnsIn(read)).toEqual([
      ["Keeps two llamas", null, AT],
      ["Lives in Linz", null, LATER],
    ]);
    expect(read.conversations[0]?.turns[1]?.externalId).toBe("json:memories:m2");
  });

  it("reads episodes of Graphiti without the facts that rest on them; facts alone, without those that are over", () => {
    const edges = [
      { uuid: "e1", fact: "Tomas lives in Graz", valid_at: AT, invalid_at: LATER, expired_at: null },
      { uuid: "e2", fact: "Tomas lives in Linz", valid_at: LATER, invalid_at: null },
    ];
    const episodes = [
      { uuid: "p1", content: "I live in Linz now", source_description: "chat", valid_at: LATER },
    ];
    expect(turnsIn(imported({ episodes, edges }))).toEqual([["I live in Linz now", null, LATER]]);
    expect(turnsIn(imported({ edges }))).toEqual([["Tomas lives in Linz", null, LATER]]);
  });

  it("reads no chat in which the user says nothing", () => {
    expect(() => imported({ messages: [{ role: "assistant", content: "Hello" }] })).toThrow("no reader");
  });
});
