import { mkdtempSync, mkdirSync, readFileSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ModelMessage } from "../../../src/ports/chat-model.ts";
import { collect } from "../../../src/services/model/collect.ts";
import { DataError } from "../files.ts";
import { openRecorded } from "./run.ts";

let folder: string;
let unknownFile: string;

const EXTRACTION = { summary: "s", entities: [], requests: [] };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "engram-recorded-"));
  unknownFile = join(folder, "unknown.jsonl");
  mkdirSync(join(folder, "truth"));
  const live = { id: "s1t1", ...EXTRACTION, facts: [{ text: "Ana lives in Graz." }] };
  const blind = { id: "s1t1", ...EXTRACTION, facts: [{ text: "Ana is from Graz." }] };
  write("A-tiny-ana.jsonl", live, { ...live, id: "s1t2" });
  write("B-tiny-ana.jsonl", blind);
  write(
    "turns.jsonl",
    { key: "tiny-ana/s1t1", user: "I live in Graz." },
    { key: "tiny-ana/s1t2", user: "Still in Graz." },
  );
  write("answers.jsonl", {
    kind: "verdict",
    turn: "user: I live in Graz.",
    statement: "Ana lives in Graz.",
    answer: { verdict: "supported", saidBy: "user", why: "said" },
  });
  write("answers-more.jsonl", ...MORE);
});

afterEach(() => rmSync(folder, { recursive: true }));

const MORE = [
  { kind: "ruling", old: "Ana lives in Graz.", new: "Ana lives in Linz.", answer: { ruling: "ending" } },
  { kind: "ruling", old: "A.", new: "B.", answer: { ruling: "both" } },
  { kind: "identity", pair: "one: A\n   other: B", answer: { verdict: "same", why: "alike" } },
  {
    kind: "change",
    news: ["Ana moved to Linz.", "Ana sold her flat."],
    known: ["Ana lives in Graz.", "Ana likes tea."],
    answer: { changed: [{ news: "Ana moved to Linz.", known: "Ana lives in Graz.", standing: "over" }] },
  },
  {
    kind: "wish",
    wish: "Forget the code",
    memory: "The code is 4711.",
    answer: { meant: "yes", why: "named" },
  },
  {
    kind: "topics",
    messages: [
      { role: "system", content: "s" },
      { role: "user", content: "u" },
    ],
    answer: { name: "home" },
  },
];

function write(name: string, ...lines: object[]): void {
  writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

function unknown(): unknown[] {
  if (!existsSync(unknownFile)) return [];
  return readFileSync(unknownFile, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

/** What the model of Ana's life answers to the last of some user messages. */
async function ask(
  name: string,
  users: string[],
  schema: object = {},
  purpose: "extract" | "verify" = "verify",
): Promise<unknown> {
  const messages: ModelMessage[] = [
    { role: "system", content: "system" },
    ...users.map((content) => ({ role: "user" as const, content })),
  ];
  const model = openRecorded({ folder, unknownFile }).modelFor("ana");
  const request = {
    purpose,
    messages,
    effort: "low",
    temperature: 0,
    maxTokens: 100,
    schema: { name, schema: { ...schema } },
  } as const;
  return JSON.parse((await collect(model, request, new AbortController().signal)).content);
}

test("the live pass and the blind reading extract each in their own words", async () => {
  const users = ["Still in Graz.", "I live in Graz.", "[extraction request]\nturns: 1\nturn 1: ..."];
  const live = await ask("extraction", users, {}, "extract");
  expect(live).toMatchObject({ turns: [{ turn: 1, summary: "s", facts: [{ text: "Ana lives in Graz." }] }] });
  expect(await ask("extraction", users)).toMatchObject({
    turns: [{ facts: [{ text: "Ana is from Graz." }] }],
  });
});

test("a turn without a blind reading is read as in the live pass; several turns keep their order", async () => {
  const users = ["I live in Graz.", "Still in [forgotten]", "[extraction request]\nturns: 2"];
  expect(await ask("extraction", users)).toMatchObject({
    turns: [
      { turn: 1, facts: [{ text: "Ana is from Graz." }] },
      { turn: 2, facts: [{ text: "Ana lives in Graz." }] },
    ],
  });
});

test("of an unknown turn nothing is extracted, and it is noted", async () => {
  const users = ["I live in Graz.", "I like tea.", "[extraction request]\nturns: 1"];
  expect(await ask("extraction", users)).toMatchObject({ turns: [{ turn: 1, facts: [], requests: [] }] });
  expect(unknown()).toEqual([
    { kind: "extract", reading: "B", text: "I like tea.", before: ["user: I live in Graz."] },
  ]);
});

test("verdicts go by turn and statement; an unknown one is unclear and the user's", async () => {
  const body = [
    "<before>\n\n</before>",
    '<turn date="2025-01-01">\nuser: I live in Graz.\nassistant: Nice.\n</turn>',
    "<statements>\n1. Ana has a cat.\n2. Ana lives in Graz.\n</statements>",
  ].join("\n\n");
  expect(await ask("verdicts", [body])).toEqual({
    verdicts: [
      { n: 1, why: "not recorded", saidBy: "user", verdict: "unclear" },
      { n: 2, why: "said", saidBy: "user", verdict: "supported" },
    ],
  });
  expect(unknown()).toEqual([
    {
      kind: "verdict",
      turn: "user: I live in Graz.\nassistant: Nice.",
      before: "",
      statement: "Ana has a cat.",
    },
  ]);
});

test("who answers for a turn reads what was said before it in the same request", async () => {
  const body = [
    "<before>\nuser: Hi.\n</before>",
    '<turn date="2025-01-01">\nuser: I live in Graz.\n</turn>',
    "<statements>\n1. Ana lives in Graz.\n</statements>",
    '<turn date="2025-01-01">\nuser: No, in Linz.\n</turn>',
    "<statements>\n2. Ana lives in Linz.\n</statements>",
  ].join("\n\n");
  await ask("verdicts", [body]);
  expect(unknown()).toEqual([
    {
      kind: "verdict",
      turn: "user: No, in Linz.",
      before: "user: Hi.\nuser: I live in Graz.",
      statement: "Ana lives in Linz.",
    },
  ]);
});

test("rulings go by the pair, in the words of the schema", async () => {
  const body =
    "<pairs>\nnew (2025-02-01): Ana lives in Linz.\n1. old (2025-01-01): Ana lives in Graz.\n" +
    "2. old (2025-01-01): C.\nnew (2025-02-01): B.\n3. old (2025-01-01): A.\n</pairs>";
  const rulings = [
    { n: 1, why: "", ruling: "update" },
    { n: 2, why: "not recorded", ruling: "unclear" },
    { n: 3, why: "", ruling: "both" },
  ];
  expect(await ask("rulings", [body], { enum: ["update", "both"] })).toEqual({ rulings });
  expect(await ask("rulings", [body], { enum: ["ending"] })).toMatchObject({
    rulings: [{ ruling: "ending" }, {}, {}],
  });
});

test("identities are answered as their schema names list and answer", async () => {
  const item = { properties: { n: {}, answer: { enum: ["same"] } } };
  const schema = { properties: { pairs: { items: item } } };
  const body = "<pairs>\n1. one: A\n   other: B\n2. one: A\n   other: C\n</pairs>";
  expect(await ask("identities", [body], schema)).toEqual({
    pairs: [
      { n: 1, why: "alike", answer: "same" },
      { n: 2, why: "not recorded", answer: "unclear" },
    ],
  });
});

test("changes go by each pair of news and known statement", async () => {
  const body =
    "<news>\n1. (2025-03-01) Ana sold her flat.\n2. (2025-03-01) Ana moved to Linz.\n</news>\n" +
    "<known>\n1. (2024-01-01) Ana has a cat.\n2. (2024-01-01) Ana lives in Graz.\n3. Ana likes tea.\n</known>";
  expect(await ask("changes", [body])).toEqual({
    changed: [{ known: 2, news: 2, why: "", standing: "over" }],
  });
  expect(unknown()).toEqual([
    {
      kind: "change",
      news: ["(2025-03-01) Ana sold her flat.", "(2025-03-01) Ana moved to Linz."],
      known: ["(2024-01-01) Ana has a cat."],
    },
  ]);
});

test("wishes go by the wish and each memory", async () => {
  const body =
    "<wish>\nforget the code\n2025-03-01\n</wish>\n" +
    "<memories>\n1. (2025-01-01) The code is 4711.\n2. (2025-01-01) Ana lives in Graz.\n</memories>";
  expect(await ask("wishes", [body])).toEqual({
    wishes: [
      { n: 1, why: "named", meant: "yes" },
      { n: 2, why: "not recorded", meant: "unclear" },
    ],
  });
});

test("any other kind is answered whole, or not at all", async () => {
  expect(await ask("topics", ["u"])).toEqual({ name: "home" });
  await expect(ask("topics", ["v"], { type: "object" })).rejects.toMatchObject({ code: "model_error" });
  expect(unknown()).toMatchObject([
    { kind: "topics", messages: [{}, { content: "v" }], schema: { type: "object" } },
  ]);
});

test("a question is noted once; nothing is written while there is none", async () => {
  const body = "<turn>\nuser: I live in Graz.\n</turn><statements>\n1. A.\n2. A.\n</statements>";
  expect(unknown()).toEqual([]);
  await ask("verdicts", [body]);
  expect(unknown()).toHaveLength(1);
});

test("answers that were written into the file of unknown questions are not thrown away", async () => {
  writeFileSync(unknownFile, '{"kind":"wish","wish":"w","memory":"m","answer":{"meant":"yes"}}\n');
  const asked = ask("wishes", ["<wish>w</wish><memories>\n1. x\n</memories>"]);
  await expect(asked).rejects.toThrow(DataError);
});

test("a life that nobody recorded is named", () => {
  expect(() => openRecorded({ folder, unknownFile }).modelFor("bob")).toThrow("A-<set>-bob.jsonl");
});
