import { describe, expect, it } from "vitest";
import { imported, turnsIn } from "../../../support/imported.ts";

const MADE = 1_735_000_000_000;
const ANSWERED = MADE + 86_400_000;

function user(...texts: string[]) {
  const versions = texts.map((text) => ({
    type: "singleStep",
    role: "user",
    content: [{ type: "text", text }],
  }));
  return { versions, currentlySelected: texts.length - 1 };
}

function assistant(...steps: unknown[]) {
  return { versions: [{ type: "multiStep", role: "assistant", steps }], currentlySelected: 0 };
}

function step(text: string, extra: Record<string, unknown> = {}) {
  const stepIdentifier = `${ANSWERED}-0.5`;
  return { type: "contentBlock", stepIdentifier, content: [{ type: "text", text }], ...extra };
}

const chat = (messages: unknown[], extra = {}) => ({ name: "Trail", createdAt: MADE, messages, ...extra });

describe("LM Studio", () => {
  it("reads the selected versions without thoughts, dated by the answer", () => {
    const read = imported(
      chat([
        user("I ran 5 km", "I ran 7 km"),
        assistant(
          step("Hm.", { style: { type: "thinking" } }),
          { type: "debugInfoBlock", debugInfo: "noise" },
          step("Well done."),
        ),
      ]),
    );
    expect(read.format).toBe("lm-studio");
    expect(turnsIn(read)).toEqual([["I ran 7 km", "Well done.", new Date(ANSWERED).toISOString()]]);
    expect(read.conversations[0]?.turns[0]?.externalId).toBe(`lm-studio:${new Date(MADE).toISOString()}:0.1`);
  });

  it("marks files, drops thoughts in tags, and leaves a chat without dates undated", () => {
    const file = { type: "file", fileIdentifier: "1-a.png", fileType: "image" };
    const first = { versions: [{ role: "user", content: [file, { type: "text", text: "And this?" }] }] };
    const read = imported(
      chat([first, assistant(step("<think>hm</think>A hill.", { stepIdentifier: "x" }))], {
        createdAt: null,
      }),
    );
    expect(turnsIn(read)).toEqual([["[image]\nAnd this?", "A hill.", null]]);
  });

  it("keeps the others beside a message that is broken", () => {
    const read = imported(chat([null, { versions: [] }, { versions: [7] }, user("Still here")]));
    expect(turnsIn(read).map(([words]) => words)).toEqual(["Still here"]);
  });
});
