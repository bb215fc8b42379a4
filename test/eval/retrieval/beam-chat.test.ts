import { describe, expect, it } from "vitest";
import { readBeam } from "./beam-chat.ts";

interface Said {
  role: string;
  content: unknown;
  id?: number;
  time_anchor?: string | null;
}

/** A made-up chat in the benchmark's shape; every batch is one list of turns of one message each. */
function chat(batches: Said[][], extra: Record<string, unknown> = {}): unknown {
  let id = 0;
  return {
    chat_id: 7,
    topic: { id: 7, category: "Home", title: "A pond" },
    chat: batches.map((said, i) => ({
      batch_number: i + 1,
      time_anchor: null,
      turns: said.map((message) => [{ id: id++, index: "1,1", question_type: "main_question", ...message }]),
    })),
    questions: { abstention: [{ question: "never read" }] },
    ...extra,
  };
}

const user = (content: string, time_anchor?: string): Said => ({
  role: "user",
  content,
  ...(time_anchor === undefined ? {} : { time_anchor }),
});
const reply = (content: string): Said => ({ role: "assistant", content });
const read = (json: unknown) => readBeam(json).find((chat) => chat !== null);
const times = (json: unknown) => read(json)?.turns.map(({ occurredAt }) => occurredAt);

describe("a BEAM chat", () => {
  it("becomes one conversation in order", () => {
    const json = chat([
      [user("I dig a pond ->-> 1,1", "March-15-2024"), reply("How deep?")],
      [user("One metre", "April-02-2024"), reply("Fine"), user("And fish?")],
    ]);
    const common = { speaker: null };
    expect(readBeam(json)).toEqual([
      {
        externalId: "beam:7",
        title: "A pond",
        startedAt: "2024-03-15T12:00:00.000Z",
        turns: [
          {
            ...common,
            externalId: "beam:7:0",
            userMessage: "I dig a pond",
            assistantReply: "How deep?",
            occurredAt: "2024-03-15T12:00:00.000Z",
          },
          {
            ...common,
            externalId: "beam:7:2",
            userMessage: "One metre",
            assistantReply: "Fine",
            occurredAt: "2024-04-02T12:00:00.000Z",
          },
          {
            ...common,
            externalId: "beam:7:4",
            userMessage: "And fish?",
            assistantReply: null,
            occurredAt: "2024-04-02T12:00:20.000Z",
          },
        ],
      },
    ]);
  });

  it.each([
    ["Dig ->-> 1,2", "Dig"],
    ["Dig ->->  3,18  ", "Dig"],
    ["Dig\n->-> 3,8", "Dig"],
    ["Dig ->-> 2,N/A", "Dig"],
    ["Dig ->-> 5,14)", "Dig"],
    ["Dig ->-> 2,22, 24", "Dig"],
    ["f: a ->-> b", "f: a ->-> b"],
    ["see ->-> 1,2 above", "see ->-> 1,2 above"],
    ["x -> 1,2", "x -> 1,2"],
  ])("loses the generator's marker at its end: %j", (content, expected) => {
    const turn = read(chat([[user(content), reply(content)]]))?.turns[0];
    expect(turn?.userMessage).toBe(expected);
    expect(turn?.assistantReply).toBe(expected);
  });

  it("drops a message that was nothing but a marker", () => {
    expect(read(chat([[user("->-> 1,1"), user("Q")]]))?.turns.map((turn) => turn.userMessage)).toEqual(["Q"]);
  });

  it.each<[string, unknown, string[]]>([
    [
      "of the batch hold for it",
      {
        chat_id: 1,
        chat: [{ time_anchor: "May-01-2023", turns: [[{ id: 1, role: "user", content: "Q" }]] }],
      },
      ["2023-05-01T12:00:00.000Z"],
    ],
    [
      "hold for later batches without one",
      chat([[user("a", "May-01-2023")], [user("b")]]),
      ["2023-05-01T12:00:00.000Z", "2023-05-01T12:00:10.000Z"],
    ],
    [
      "are taken from the first one for what stands before it",
      chat([[user("a"), user("b", "May-01-2023")]]),
      ["2023-05-01T12:00:00.000Z", "2023-05-01T12:00:10.000Z"],
    ],
    [
      "go on counting when a day is named again",
      chat([[user("a", "May-01-2023"), user("b", "May-02-2023"), user("c", "May-01-2023")]]),
      ["2023-05-01T12:00:00.000Z", "2023-05-02T12:00:00.000Z", "2023-05-01T12:00:10.000Z"],
    ],
    [
      "that do not exist are passed over",
      chat([[user("a", "May-01-2023"), user("b", "February-31-2023"), user("c", "Smarch-01-2023")]]),
      ["2023-05-01T12:00:00.000Z", "2023-05-01T12:00:10.000Z", "2023-05-01T12:00:20.000Z"],
    ],
  ])("dates %s", (_name, json, expected) => {
    expect(times(json)).toEqual(expected);
  });

  it("without any date is undated", () => {
    const found = read(chat([[user("a")]]));
    expect(found?.startedAt).toBeNull();
    expect(found?.turns[0]?.occurredAt).toBeNull();
  });

  it("passes over what is broken, and counts broken chats of several", () => {
    const broken = chat([[user("a"), { role: "user", content: null }, { role: "narrator", content: "x" }]]);
    const json = [broken, { chat_id: 8, chat: null }, { chat_id: 9, chat: [5, { turns: [null] }] }, null];
    const found = readBeam(json);
    expect(found.map((one) => one?.turns.length ?? null)).toEqual([1, null, null, null]);
  });
});
