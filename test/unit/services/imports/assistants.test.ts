import { describe, expect, it } from "vitest";
import { imported, turnsIn } from "../../../support/imported.ts";

const AT = "2025-03-01T08:00:00.000Z";

describe("an export of DeepSeek", () => {
  const message = (...fragments: [type: string, content: string][]) => ({
    fragments: fragments.map(([type, content]) => ({ type, content })),
    files: [],
    inserted_at: "2025-03-01T16:00:00.000000+08:00",
  });

  it("is read without thoughts, on the newest branch", () => {
    const mapping = {
      root: { parent: null, children: ["1"], message: null },
      1: { parent: "root", children: ["2", "3"], message: message(["REQUEST", "We keep two llamas"]) },
      2: { parent: "1", children: [], message: null },
      3: {
        parent: "1",
        children: [],
        message: message(["THINK", "so"], ["SEARCH", "x"], ["RESPONSE", "Lovely!"]),
      },
    };
    const read = imported([
      { id: "d1", title: "Llamas", inserted_at: AT, mapping },
      { id: "d2", mapping: null },
    ]);
    expect(read.format).toBe("deepseek");
    expect(turnsIn(read)).toEqual([["We keep two llamas", "Lovely!", AT]]);
    expect(read.conversations[0]?.turns[0]?.externalId).toBe("deepseek:d1:1");
    expect(read.skipped).toBe(1);
  });
});

describe("an export of Grok", () => {
  const response = (_id: string, parent: string | null, sender: string, text: string, seconds: number) => ({
    response: {
      _id,
      parent_response_id: parent,
      sender,
      message: text,
      create_time: { $date: { $numberLong: String(Date.parse(AT) + seconds * 1000) } },
    },
  });

  it("is read on the newest branch, without cards of sources", () => {
    const read = imported({
      conversations: [
        {
          conversation: { id: "g1", title: "Llamas", create_time: AT, leaf_response_id: "not in the file" },
          responses: [
            response("r1", null, "human", "We keep two llamas", 0),
            response("r2", "r1", "assistant", "Fine.", 1),
            response("r3", "r1", "grok-4", 'Lovely!<grok:render card_id="a"><x/></grok:render>', 2),
            { share_link: null },
          ],
        },
      ],
      projects: [],
    });
    expect(read.format).toBe("grok");
    expect(turnsIn(read)).toEqual([["We keep two llamas", "Lovely!", AT]]);
  });
});

describe("Gemini's activity", () => {
  const item = (title: string, time: string, html?: string) => ({
    header: "Gemini Apps",
    title,
    time,
    products: ["Gemini Apps"],
    ...(html === undefined ? {} : { safeHtmlItem: [{ html }] }),
  });

  it("is a conversation a day, of prompts without the verb in any language", () => {
    const read = imported([
      item("Eingegebener Prompt: Wer bin ich?", "2025-03-02T08:00:00.000Z", "<p>Tomas</p>"),
      item("Feedback gegeben", "2025-03-01T09:00:02.000Z"),
      item("Eingegebener Prompt: Unanswered", "2025-03-01T09:00:01.000Z"),
      item(
        "Eingegebener Prompt: One is called Ute",
        "2025-03-01T09:00:00.000Z",
        "<p>A <b>fine</b> name.</p>",
      ),
      item("Eingegebener Prompt: We keep two llamas", AT, "<p>Lovely!</p><ul><li>Two</li></ul>"),
    ]);
    expect(read.format).toBe("gemini");
    expect(turnsIn(read)).toEqual([
      ["We keep two llamas", "Lovely!\n\n * Two", AT],
      ["One is called Ute", "A fine name.", "2025-03-01T09:00:00.000Z"],
      ["Unanswered", null, "2025-03-01T09:00:01.000Z"],
    ]);
    expect(read.conversations.map(({ externalId }) => externalId)).toEqual([
      "gemini:2025-03-01",
      "gemini:2025-03-02",
    ]);
  });
});
