import { describe, expect, it } from "vitest";
import { readImport as readAny, unknownFormat } from "../../../../src/services/imports/detect.ts";
import type { ImportRead } from "../../../../src/services/imports/types.ts";

function readImport(json: unknown): ImportRead {
  const read = readAny(json, { name: "conversations.json", timeZone: "UTC", me: null });
  if (read === null) throw unknownFormat();
  return read;
}

/** 2024-05-01T10:00:00Z */
const T0 = 1_714_557_600;
const at = (seconds: number): string => new Date((T0 + seconds) * 1000).toISOString();

interface Said {
  id: string;
  parent?: string | null;
  role?: string | null;
  text?: string | null;
  time?: number | string | null;
  [extra: string]: unknown;
}

/** A node of the tree; what is given beside the usual goes into the message. */
function node({
  id,
  parent = null,
  role = "user",
  text = "",
  time = null,
  ...extra
}: Said): [string, unknown] {
  const message = {
    id: `m-${id}`,
    author: { role },
    create_time: time,
    content: { content_type: "text", parts: [text] },
    metadata: {},
    ...extra,
  };
  return [id, { id, parent, children: [], message }];
}

function conversation(said: Said[], extra: Record<string, unknown> = {}): Record<string, unknown> {
  const chained = said.map((one, i) => ({ parent: said[i - 1]?.id ?? null, ...one }));
  return {
    id: "c1",
    title: "Garden",
    create_time: T0,
    update_time: T0 + 999,
    current_node: said.at(-1)?.id,
    mapping: Object.fromEntries(chained.map(node)),
    ...extra,
  };
}

const turnsOf = (...conversations: unknown[]) => readImport(conversations).conversations[0]?.turns ?? [];
const brief = (...conversations: unknown[]) =>
  turnsOf(...conversations).map(({ userMessage, assistantReply }) => [userMessage, assistantReply]);

describe("a ChatGPT export", () => {
  it("becomes conversations of turns with their own dates", () => {
    const read = readImport([
      conversation([
        { id: "a", text: "I planted tomatoes", time: T0 + 1.25 },
        { id: "b", role: "assistant", text: "Lovely", time: T0 + 3 },
      ]),
    ]);
    expect(read).toEqual({
      format: "chatgpt",
      skipped: 0,
      conversations: [
        {
          externalId: "chatgpt:c1",
          title: "Garden",
          startedAt: at(0),
          turns: [
            {
              externalId: "chatgpt:c1:m-a",
              userMessage: "I planted tomatoes",
              assistantReply: "Lovely",
              speaker: null,
              occurredAt: at(1.25),
            },
          ],
        },
      ],
    });
  });

  it.each<[string, Said[], [string, string | null][]]>([
    [
      "joins several replies",
      [
        { id: "a", text: "Q" },
        { id: "b", role: "assistant", text: "one" },
        { id: "c", role: "assistant", text: "two" },
      ],
      [["Q", "one\n\ntwo"]],
    ],
    [
      "keeps user messages in a row apart",
      [
        { id: "a", text: "Q1" },
        { id: "b", text: "Q2" },
        { id: "c", role: "assistant", text: "A" },
      ],
      [
        ["Q1", null],
        ["Q2", "A"],
      ],
    ],
    [
      "drops an assistant that speaks first",
      [
        { id: "a", role: "assistant", text: "Welcome" },
        { id: "b", text: "Q" },
      ],
      [["Q", null]],
    ],
    [
      "drops system, tool and unknown roles",
      [
        { id: "s", role: "system", text: "be kind" },
        { id: "a", text: "Q" },
        { id: "t", role: "tool", text: "42" },
        { id: "n", role: null, text: "?" },
        { id: "b", role: "assistant", text: "A" },
      ],
      [["Q", "A"]],
    ],
    [
      "drops what was hidden, thought, or said to a tool",
      [
        { id: "h", text: "about me", metadata: { is_visually_hidden_from_conversation: true } },
        { id: "a", text: "Q" },
        { id: "t", role: "assistant", text: "hmm", channel: "analysis" },
        { id: "c", role: "assistant", text: "note it", recipient: "bio" },
        { id: "b", role: "assistant", text: "A", recipient: "all" },
      ],
      [["Q", "A"]],
    ],
    [
      "drops empty messages and other content types",
      [
        { id: "u", content: { content_type: "user_editable_context", user_profile: "x" } },
        { id: "a", text: "Q" },
        { id: "c", role: "assistant", content: { content_type: "code", text: "1+1" } },
        { id: "d", role: "assistant", content: { content_type: "thoughts", thoughts: [] } },
        { id: "e", text: "  \n" },
        { id: "b", role: "assistant", text: "A" },
      ],
      [["Q", "A"]],
    ],
    [
      "takes the words of mixed content",
      [
        {
          id: "a",
          content: {
            content_type: "multimodal_text",
            parts: [
              { content_type: "image_asset_pointer", asset_pointer: "file://1" },
              "What is this?",
              { content_type: "audio_transcription", text: "And who is it?" },
              null,
            ],
          },
        },
      ],
      [["[image]\nWhat is this?\nAnd who is it?", null]],
    ],
  ])("%s", (_name, said, turns) => {
    expect(brief(conversation(said))).toEqual(turns);
  });

  const edited: Said[] = [
    { id: "root", role: "system", text: "", parent: null },
    { id: "old", text: "My cat is Tom", parent: "root", time: T0 + 1 },
    { id: "old-reply", role: "assistant", text: "Hi Tom", parent: "old", time: T0 + 2 },
    { id: "new", text: "My cat is Tim", parent: "root", time: T0 + 10 },
    { id: "reply-1", role: "assistant", text: "Hi Tim", parent: "new", time: T0 + 11 },
    { id: "reply-2", role: "assistant", text: "Hello Tim", parent: "new", time: T0 + 20 },
  ];
  it.each([
    ["the branch shown last", "reply-1", [["My cat is Tim", "Hi Tim"]]],
    ["another branch shown last", "old-reply", [["My cat is Tom", "Hi Tom"]]],
    ["the newest leaf when none is named", null, [["My cat is Tim", "Hello Tim"]]],
    ["the newest leaf when a missing one is named", "gone", [["My cat is Tim", "Hello Tim"]]],
    ["a named node that is not a leaf", "new", [["My cat is Tim", null]]],
  ])("reads of edits and regenerated replies %s", (_name, current_node, turns) => {
    expect(brief(conversation(edited, { current_node }))).toEqual(turns);
  });

  it("prefers a dated leaf to a dateless one, and finds a parent through its children", () => {
    const dateless = { id: "x", text: "no date", parent: "root" };
    const mapping = Object.fromEntries([...edited.slice(0, 3), dateless].map(node)) as Record<string, any>;
    mapping["old-reply"].parent = undefined;
    mapping.old.children = ["old-reply"];
    const broken = conversation([], { mapping, current_node: null });
    expect(brief(broken)).toEqual([["My cat is Tom", "Hi Tom"]]);
  });

  it("ends on a tree that runs in a circle", () => {
    const circle = conversation([
      { id: "a", parent: "b", text: "Q" },
      { id: "b", parent: "a", role: "assistant", text: "A" },
    ]);
    expect(brief(circle)).toEqual([["Q", "A"]]);
    expect(brief({ ...circle, current_node: null })).toEqual([]);
  });

  it.each<[string, (number | string | null)[], Record<string, unknown>, string[]]>([
    ["follows the turn before", [T0 + 5, null, null, T0 + 60], {}, [at(5), at(6), at(7), at(60)]],
    ["begins with the conversation", [null, null], {}, [at(0), at(1)]],
    ["begins with the first known date", [null, T0 + 30], { create_time: null }, [at(30), at(30)]],
    ["begins with the last change", [null], { create_time: null }, [at(999)]],
    ["is taken for missing when it makes no sense", [0, -5, 1e300, "soon"], {}, [at(0), at(1), at(2), at(3)]],
    ["may be an ISO string", ["2024-05-01T12:00:00.5+02:00"], {}, [at(0.5)]],
  ])("a missing date %s", (_name, times, extra, expected) => {
    const said = times.map((time, i) => ({ id: `n${i}`, text: `Q${i}`, time }));
    const turns = turnsOf(conversation(said, extra));
    expect(turns.map(({ occurredAt }) => occurredAt)).toEqual(expected);
  });

  it("without any date is marked as undated", () => {
    const [read] = readImport([
      conversation([{ id: "a", text: "Q" }], { create_time: null, update_time: undefined }),
    ]).conversations;
    expect(read?.startedAt).toBeNull();
    expect(read?.turns[0]?.occurredAt).toBeNull();
  });

  it("with broken conversations counts them and reads the rest", () => {
    const sound = conversation([{ id: "a", text: "Q" }]);
    const read = readImport([
      null,
      7,
      { id: "x", mapping: null },
      {
        id: "y",
        mapping: { a: null, b: 3, c: { message: "?" }, d: { message: { content: { parts: "?" } } } },
      },
      { mapping: {} },
      sound,
      { ...sound, id: undefined, conversation_id: "c2", title: null },
      { ...sound, id: null },
    ]);
    expect(read.skipped).toBe(5);
    expect(read.conversations.map(({ externalId }) => externalId)).toEqual([
      "chatgpt:c1",
      "chatgpt:c2",
      "chatgpt:a",
    ]);
  });

  it("survives any single field being null, missing or of another type", () => {
    const whole = JSON.stringify([
      conversation([
        { id: "a", text: "Q", time: T0 },
        { id: "b", role: "assistant", text: "A", time: T0 },
      ]),
    ]);
    const count = [...whole.matchAll(/"[a-z_]+":/g)].length;
    for (let broken = 0; broken < count; broken++) {
      for (const value of [null, undefined, 5, "?", [], {}]) {
        let seen = -1;
        const json: unknown = JSON.parse(whole, function (this: unknown, key, old: unknown) {
          if (Array.isArray(this) || key === "") return old;
          seen++;
          return seen === broken ? value : old;
        });
        if (JSON.stringify(json).includes('"mapping"')) readImport(json);
      }
    }
  });

  it("needs nothing of a conversation but its tree", () => {
    const message = { author: { role: "user" }, content: { content_type: "text", parts: ["Q"] } };
    expect(turnsOf({ mapping: { a: { message } } })).toMatchObject([
      { externalId: "chatgpt:a:a", userMessage: "Q", assistantReply: null, occurredAt: null },
    ]);
  });

  it("comes as one conversation, one array, several arrays, and oldest first", () => {
    const [first, second] = ["c1", "c2"].map((id, i) =>
      conversation([{ id: "a", text: id }], { id, create_time: T0 - i * 1000 }),
    );
    const ids = (json: unknown) => readImport(json).conversations.map(({ externalId }) => externalId);
    expect(ids(first)).toEqual(["chatgpt:c1"]);
    expect(ids([first, second])).toEqual(["chatgpt:c2", "chatgpt:c1"]);
    expect(ids([[first], [second]])).toEqual(["chatgpt:c2", "chatgpt:c1"]);
    expect(readImport([])).toEqual({ format: "chatgpt", conversations: [], skipped: 0 });
  });
});

describe("an unknown shape", () => {
  it.each([
    [null],
    [5],
    ["text"],
    [{}],
    [{ messages: [] }],
    [[1, 2]],
    [[{ role: "system", content: "x" }]],
    [true],
  ])("is refused and the formats are told: %j", (json) => {
    expect(() => readImport(json)).toThrow(
      expect.objectContaining({
        code: "invalid_request",
        message: expect.stringMatching(/ChatGPT.*Claude/),
        fields: [expect.objectContaining({ field: "file" })],
      }) as Error,
    );
  });
});
