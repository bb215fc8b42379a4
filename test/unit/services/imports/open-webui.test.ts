import { describe, expect, it } from "vitest";
import { imported, turnsIn } from "../../../support/imported.ts";

const T0 = 1_738_000_000;
const iso = (seconds: number): string => new Date((T0 + seconds) * 1000).toISOString();

function node(id: string, parentId: string | null, role: string, content: unknown, extra = {}) {
  return [id, { id, parentId, childrenIds: [], role, content, timestamp: T0, ...extra }] as const;
}

function row(nodes: (readonly [string, unknown])[], currentId: string | null, extra = {}) {
  const messages = Object.fromEntries(nodes);
  return {
    id: "row-1",
    title: "Rowing",
    created_at: T0,
    updated_at: T0 + 9,
    chat: { title: "Rowing", history: { messages, currentId }, messages: [] },
    ...extra,
  };
}

const NODES = [
  node("u1", null, "user", "I row on Sundays", { files: [{ type: "image", url: "data:..." }] }),
  node("a1", "u1", "assistant", "old answer"),
  node(
    "a2",
    "u1",
    "assistant",
    '<details type="reasoning" done="true">\n<summary>Thought</summary>\n> hm\n</details>\nGood.',
    { timestamp: T0 + 5 },
  ),
];

describe("Open WebUI", () => {
  it("reads the current branch without thoughts, pictures as marks", () => {
    const read = imported([row(NODES, "a2")]);
    expect(read.format).toBe("open-webui");
    expect(read.conversations[0]?.turns[0]?.externalId).toBe("open-webui:row-1:u1");
    expect(turnsIn(read)).toEqual([["I row on Sundays\n[image]", "Good.", iso(0)]]);
    expect(turnsIn(imported([row(NODES, "a1")]))[0]?.[1]).toBe("old answer");
    expect(turnsIn(imported([row(NODES, null)]))[0]?.[1], "newest").toBe("Good.");
  });

  it("reads a chat without its row, parts of content, and a list where the tree is missing", () => {
    const parts = [
      { type: "text", text: "What is it?" },
      { type: "image_url", image_url: { url: "data:..." } },
    ];
    const { chat } = row([node("u1", null, "user", parts)], "u1");
    expect(turnsIn(imported(chat))).toEqual([["What is it?\n[image]", null, iso(0)]]);
    const listed = { id: "x", chat: { messages: [{ id: "m", role: "user", content: "Hi", timestamp: T0 }] } };
    expect(turnsIn(imported([listed]))).toEqual([["Hi", null, iso(0)]]);
  });

  it("reads replies whose words are in their output alone", () => {
    const output = [
      { type: "reasoning", content: [{ type: "output_text", text: "hm" }] },
      { type: "message", content: [{ type: "output_text", text: "Good." }] },
    ];
    const read = imported([row([...NODES.slice(0, 1), node("a1", "u1", "assistant", "", { output })], "a1")]);
    expect(turnsIn(read)).toEqual([["I row on Sundays\n[image]", "Good.", iso(0)]]);
  });

  it("goes on over a message that is missing, and counts a broken chat", () => {
    const [first] = NODES;
    const linked = [first?.[0], { ...(first?.[1] as object), childrenIds: ["gone"] }] as const;
    const nodes = [linked as never, node("u2", "gone", "user", "And on Mondays", { timestamp: T0 + 60 })];
    const read = imported([row(nodes, "u2"), { chat: { history: { messages: 3 } } }]);
    expect(turnsIn(read).map(([words]) => words)).toEqual(["I row on Sundays\n[image]", "And on Mondays"]);
    expect(read.skipped).toBe(1);
  });
});
