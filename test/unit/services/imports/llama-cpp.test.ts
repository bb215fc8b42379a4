import { describe, expect, it } from "vitest";
import { imported, turnsIn } from "../../../support/imported.ts";

const T0 = 1_740_000_000_000;
const iso = (ms: number): string => new Date(T0 + ms).toISOString();

function said(
  id: string | number,
  parent: string | number | null,
  role: string,
  content: string,
  ms = 0,
  extra = {},
) {
  return { id, convId: "c", type: "text", role, content, parent, children: [], timestamp: T0 + ms, ...extra };
}

const ROOT = said("r", null, "system", "", 0, { type: "root" });

describe("the web page of llama.cpp", () => {
  it("reads one conversation and a list, the shown branch, without thoughts", () => {
    const messages = [
      ROOT,
      said("u", "r", "user", "My bike is red", 1, {
        extra: [
          { type: "imageFile", name: "b" },
          { type: "textFile", name: "b.csv" },
        ],
      }),
      said("a1", "u", "assistant", "one", 2),
      said("a2", "u", "assistant", "<think>hm</think>\ntwo", 3),
    ];
    const one = { conv: { id: "c", name: "Bike", currNode: "a2", lastModified: T0 }, messages };
    const read = imported(one);
    expect(read.format).toBe("llama.cpp");
    expect(read.conversations[0]?.turns[0]?.externalId).toBe("llama.cpp:c:u");
    expect(turnsIn(read)).toEqual([["My bike is red\n[image]\n[file: b.csv]", "two", iso(1)]]);
    const other = { ...one, conv: { ...one.conv, currNode: "a1" } };
    expect(turnsIn(imported([other]))[0]?.[1]).toBe("one");
  });

  it("reads lines of sessions and their messages", () => {
    const session = (id: string, currNode: string) => ({
      type: "session",
      harness: "llama.app",
      id,
      name: "Bike",
      lastModified: T0,
      currNode,
    });
    const messages = [
      said("u", "r", "user", "My bike is red", 1),
      said("a1", "u", "assistant", "one", 2, { reasoningContent: "hm" }),
      said("a2", "u", "assistant", "two", 3),
    ].map((message) => ({ type: "message", message }));
    const read = imported([session("c", "a1"), ...messages, session("d", ""), ...messages]);
    expect(read.format).toBe("llama.cpp");
    expect(
      read.conversations.map(({ turns }) => turns.map((turn) => [turn.externalId, turn.assistantReply])),
    ).toEqual([[["llama.cpp:c:u", "one"]], [["llama.cpp:d:u", "two"]]]);
  });

  it("takes numbers as ids, as older versions have them, and a thought that was cut off", () => {
    const messages = [said(1, -1, "user", "Hi", 1), said(2, 1, "assistant", "<think>never ended", 2)];
    const read = imported([
      { conv: { id: "c", currNode: 2 }, messages },
      { conv: { id: "d" }, messages: [5] },
    ]);
    expect(turnsIn(read)).toEqual([["Hi", null, iso(1)]]);
    expect(read.skipped).toBe(1);
  });
});
