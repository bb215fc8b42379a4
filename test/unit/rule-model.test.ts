import { describe, expect, it } from "vitest";
import { createRuleModel } from "../../src/adapters/rule-model/index.ts";
import type { ModelEvent, ModelMessage, ModelRequest } from "../../src/ports/chat-model.ts";

const request = (
  purpose: ModelRequest["purpose"],
  messages: ModelMessage[],
  schema?: ModelRequest["schema"],
): ModelRequest => ({
  purpose,
  messages,
  effort: "low",
  temperature: 0,
  maxTokens: 1_000,
  schema,
});

async function events(asked: ModelRequest, signal = new AbortController().signal): Promise<ModelEvent[]> {
  const seen: ModelEvent[] = [];
  for await (const event of createRuleModel().stream(asked, signal)) seen.push(event);
  return seen;
}

async function reply(asked: ModelRequest): Promise<string> {
  return (await events(asked)).map((event) => (event.type === "delta" ? event.text : "")).join("");
}

const LINES = [
  "[1] (verified; user said so on 3 Mar 2026) The user's sister Wilma lives in Porto.",
  "[2] (unverified; user said so on 4 Mar 2026) The user works as a nurse.",
  "[3] (verified; user said so on 5 Mar 2026) The user does not eat meat.",
  '[4] (3 Mar 2026) user: "my sister Wilma moved": assistant: "Noted."',
  "[5] (verified; user said so on 6 Mar 2026) The user has a pet called Rex.",
  "[6] (verified; user said so on 6 Mar 2026) The user has a pet called Mia.",
];

const message = (text: string, lines = LINES): string =>
  `${text}\n\n<memory now="Thursday, 12 March 2026, 10:04 (Europe/Berlin)">\n${lines.join("\n")}\n</memory>`;

const later: ModelMessage[] = [
  { role: "user", content: "hi" },
  { role: "assistant", content: "hello" },
];

const ask = (text: string, lines = LINES): Promise<string> =>
  reply(request("chat", [...later, { role: "user", content: message(text, lines) }]));

describe("rule model", () => {
  it("describes itself", async () => {
    const model = createRuleModel();
    expect(model.info()).toEqual({ kind: "rule", name: "engram-rules", contextTokens: null });
    expect(await model.health()).toBe("ready");
    await model.close();
  });

  it.each([
    ["Where does my sister live?", "No language model is connected"],
    ["Wo wohnt meine Schwester und wie heißt sie?", "kein Sprachmodell"],
    ["Où est-ce que ma sœur habite ?", "Aucun modèle"],
    ["¿Dónde vive mi hermana y cómo se llama?", "ningún modelo"],
  ])("says in its first reply what it is: %j", async (text, words) => {
    const said = await reply(request("chat", [{ role: "user", content: text }]));
    expect(said).toContain(words);
    expect(said).toContain("LLAMA_CPP_URL");
  });

  it("answers from the best line, in the second person, with its date and number", async () => {
    expect(await ask("Where does my sister live?")).toBe(
      "Your sister Wilma lives in Porto. (You told me on 3 Mar 2026.) [1]",
    );
  });

  it("says when a line is not checked", async () => {
    expect(await ask("What do I work as?")).toContain(
      "You work as a nurse. (You told me on 4 Mar 2026.) I have not checked this yet. [2]",
    );
  });

  it.each([
    ["How old am I?", "The user is 34 years old.", "You are 34 years old."],
    [
      "Wo wohnt meine Schwester?",
      "Des Nutzers Schwester Anna wohnt in Lyon.",
      "Deine Schwester Anna wohnt in Lyon.",
    ],
    ["Quel âge ai-je ?", "L'utilisateur a 34 ans.", "Tu as 34 ans."],
    ["¿Dónde vive mi hermana?", "Hermana del usuario Ana vive en Lima.", "Tu hermana Ana vive en Lima."],
  ])("answers %j in its language", async (question, line, expected) => {
    expect(await ask(question, [`[1] (verified; user said so on 3 Mar 2026) ${line}`])).toContain(expected);
  });

  it("decides yes or no by polarity", async () => {
    expect(await ask("Do I eat meat?")).toMatch(/^No\. You do not eat meat\./);
  });

  it("lists", async () => {
    const said = await ask("What pets do I have?");
    expect(said).toContain("- You have a pet called Rex.");
    expect(said).toContain("- You have a pet called Mia.");
    expect(said).not.toContain("nurse");
    expect((await ask("What do you know about me?")).match(/^- /gm)).toHaveLength(5);
  });

  it("says plainly that nothing is there", async () => {
    expect(await ask("What is my shoe size?")).toBe("Nothing about that is in memory.");
    expect(await ask("Where do I live?", ["(nothing relevant is stored)"])).toBe(
      "Nothing about that is in memory.",
    );
  });

  it("does not claim to know of nothing when memory could not be searched", async () => {
    expect(await ask("Where do I live?", ["(memory could not be searched just now)"])).toBe(
      "I cannot look into my memory just now.",
    );
  });

  it("repeats what it understood of a statement", async () => {
    expect(await ask("My brother Enzo lives in Turin.", ["(nothing relevant is stored)"])).toBe(
      "Noted: You have a brother called Enzo. Your brother Enzo lives in Turin.",
    );
  });

  it("extracts the turns that are asked for", async () => {
    const asked = request("extract", [
      { role: "system", content: "Extract." },
      { role: "user", content: "[Summary of earlier turns] I live in Rome." },
      { role: "user", content: "My sister lives in Lyon." },
      { role: "assistant", content: "I see." },
      { role: "user", content: "No, she lives in Lille, not Lyon." },
      {
        role: "user",
        content:
          "turns: 1\nlanguage: en\nturn 1: speaker=user date=2026-03-12T09:00:00.000Z timezone=Europe/Berlin",
      },
    ]);
    const parsed = JSON.parse(await reply(asked)) as { turns: { turn: number; facts: unknown[] }[] };
    expect(parsed.turns).toHaveLength(1);
    expect(parsed.turns[0]).toMatchObject({
      turn: 1,
      facts: [{ subject: "sister", object: "Lille", change: "correction" }],
    });
  });

  it("answers other purposes with an empty object or nothing", async () => {
    const schema = { name: "x", schema: {} };
    expect(await reply(request("verify", later, schema))).toBe("{}");
    expect(await reply(request("chat", later, schema))).toBe("{}");
    expect(await reply(request("summarise", later))).toBe("");
  });

  it("ends with a finish event that counts", async () => {
    const last = (await events(request("chat", [{ role: "user", content: "hello there" }]))).at(-1);
    expect(last).toMatchObject({
      type: "finish",
      reason: "stop",
      model: "engram-rules",
      usage: { cachedTokens: 0 },
    });
  });

  it("stops between two deltas when aborted", async () => {
    const controller = new AbortController();
    const seen: ModelEvent[] = [];
    const run = async (): Promise<void> => {
      for await (const event of createRuleModel().stream(
        request("chat", [{ role: "user", content: "hello" }]),
        controller.signal,
      )) {
        seen.push(event);
        controller.abort(new Error("enough"));
      }
    };
    await expect(run()).rejects.toThrow("enough");
    expect(seen).toHaveLength(1);
  });
});
