import { describe, expect, test } from "vitest";
import { parseModelJson } from "../../../../src/services/model/json-answer.ts";

const ANSWER = { turns: [{ turn: 1, summary: "A lamp, {new}, was bought", facts: [] }] };
const JSON_TEXT = JSON.stringify(ANSWER, null, 2);

describe("the answer is found wherever it stands", () => {
  test.each([
    ["alone", JSON_TEXT],
    ["with space around it", `\n\n  ${JSON_TEXT}  \n`],
    ["in a fence", `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
    ["in a fence without a language", `\`\`\`\n${JSON_TEXT}\n\`\`\``],
    ["in a fence between sentences", `Sure, here it is:\n\`\`\`json\n${JSON_TEXT}\n\`\`\`\nHope that helps`],
    ["in a bare fence between sentences", `Sure:\n\`\`\`\n${JSON_TEXT}\n\`\`\`\nBye.`],
    ["behind a preamble", `Here is the extraction you asked for: ${JSON_TEXT}`],
    ["in front of a remark", `${JSON_TEXT}\nLet me know if you need more.`],
    ["behind prose with braces", `I use {curly} braces and {a, b} and { one that stays open: ${JSON_TEXT}`],
    ["in front of prose with braces", `${JSON_TEXT} I left {nothing} out. {`],
    ["behind brackets of prose", `[Note] as asked: ${JSON_TEXT}`],
    ["behind a form that was asked for", `You want {"turns": [...]}. So: ${JSON_TEXT}`],
    ["behind a smaller example", `For example {"turns": []}. Mine: ${JSON_TEXT}`],
    ["in front of a smaller remark", `${JSON_TEXT}\n{"confidence": 0.9}`],
    ["between thoughts", `<think>a {draft: 1} of it</think>${JSON_TEXT}`],
    ["in a string", JSON.stringify(JSON_TEXT)],
    ["after apostrophes and quotes", `It's what "the user's" words say: ${JSON_TEXT}`],
  ])("%s", (_, content) => {
    expect(parseModelJson(content)).toEqual(ANSWER);
  });

  test("of two that are as large the later one", () => {
    expect(parseModelJson('Draft: {"a": 1}. Better: {"a": 2}.')).toEqual({ a: 2 });
  });
});

describe("small slips are repaired", () => {
  test.each([
    [
      "trailing commas",
      'Here: {"turns": [{"turn": 1, "facts": [],},],} Done.',
      { turns: [{ turn: 1, facts: [] }] },
    ],
    ["single quotes", "Here: {'turns': [{'turn': 1}]}", { turns: [{ turn: 1 }] }],
    ["names without quotes", "Here: {turns: [{turn: 1}]}", { turns: [{ turn: 1 }] }],
    ["cut off", '{"turns": [{"turn": 1, "summary": "A la', { turns: [{ turn: 1, summary: "A la" }] }],
    [
      "cut off in a fence",
      'Sure:\n```json\n{"turns": [{"turn": 1}, {"turn": 2, "facts": [\n```\nSorry, that was all.',
      { turns: [{ turn: 1 }, { turn: 2, facts: [] }] },
    ],
  ])("%s", (_, content, expected) => {
    expect(parseModelJson(content)).toEqual(expected);
  });
});

describe("no answer is made up", () => {
  test.each([
    ["nothing", ""],
    ["prose", "I am sorry, I cannot do that."],
    ["prose with braces", "The set {red, green} has two members; { is a brace."],
    ["a form", 'Please give me something like {"turns": [...]}'],
    ["an open brace", "{ I cannot say"],
    ["a number", "42"],
    ["null", "null"],
  ])("%s", (_, content) => {
    expect(parseModelJson(content)).toBeUndefined();
  });

  test.each([200, 5_000, 20_000])("one that is nested %i deep is none", (depth) => {
    const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    expect(parseModelJson(`{"turns":[{"facts":[{"object":${deep}}]}]}`)).toBeUndefined();
    expect(parseModelJson(`So: {"turns":[{"facts":[{"object":${deep}}],}]}`)).toBeUndefined();
    expect(parseModelJson(deep)).toBeUndefined();
  });

  test("a part of an answer that cannot be read does not pass for the whole", () => {
    expect(parseModelJson('{"turns": [{"turn": 1, "facts": []} "x": ]] {"turn": 2}} oops')).not.toMatchObject(
      {
        turn: 1,
      },
    );
  });

  test("an endless run of braces takes no endless time", () => {
    const started = performance.now();
    parseModelJson("{".repeat(200_000));
    parseModelJson("{ ".repeat(100_000) + "}".repeat(100_000));
    parseModelJson('{"a":'.repeat(40_000));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
