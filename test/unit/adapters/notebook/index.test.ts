import { describe, expect, it } from "vitest";
import { createRuleModel } from "../../../../src/adapters/rule-model/index.ts";
import type { ModelEvent, ModelMessage, ModelRequest } from "../../../../src/ports/chat-model.ts";

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

const fact = (n: number, text: string, mark = "verified"): string =>
  `[${n}] (${mark}; user said so on 3 Mar 2026) ${text}`;

const LINES = [
  fact(1, "The user's sister Wilma lives in Porto."),
  fact(2, "The user works as a nurse.", "unverified"),
  fact(3, "The user does not eat meat."),
  '[4] (3 Mar 2026) user: "I collect old maps. My sister Wilma moved." assistant: "I collect stamps."',
  fact(5, "The user's dog is called Rex."),
  fact(6, "The user's cat is called Mia."),
  fact(7, "The user's uncle Bob lives in Turin."),
  fact(8, "Wilma likes jazz."),
  fact(9, "The user likes tea."),
  '[10] (5 Mar 2026) Deb: "I live in Ghent. I paint boats."',
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
    expect(model.info()).toEqual({ kind: "none", name: "engram-rules", contextTokens: null });
    expect(await model.health()).toBe("ready");
    await model.close();
  });

  it.each([
    ["Where does my sister live?", "No language model is connected"],
    ["Wo wohnt meine Schwester und wie heißt sie?", "kein Sprachmodell"],
    ["Où est-ce que ma sœur habite ?", "Aucun modèle"],
    ["¿Dónde vive mi hermana y cómo se llama?", "ningún modelo"],
  ])("says in its first reply what it is: %j", async (text, words) => {
    const asides = (await events(request("chat", [{ role: "user", content: text }]))).flatMap((event) =>
      event.type === "aside" ? event.text : [],
    );
    expect(asides).toEqual([expect.stringContaining(words)]);
    expect(asides[0]).toContain("LLAMA_CPP_URL");
  });

  it("says it once only", async () => {
    const again = await events(request("chat", [...later, { role: "user", content: message("And Bob?") }]));
    expect(again.filter(({ type }) => type === "aside")).toEqual([]);
  });

  it.each([
    ["Where does my sister live?", "Your sister Wilma lives in Porto. [1]"],
    ["Where does Wilma live?", "Your sister Wilma lives in Porto. [1]"],
    ["Hello! Where does my sister Wilma live?", "Your sister Wilma lives in Porto. [1]"],
    ["What does my sister like?", "Wilma likes jazz. [8]"],
    ["What do I like?", "You like tea. [9]"],
    ["Do I eat meat?", "You do not eat meat. [3]"],
    ["What is my dog's name?", "Your dog is called Rex. [5]"],
    ["What pets do I have?", "Your dog is called Rex. [5] Your cat is called Mia. [6]"],
    ["What is my job?", "You work as a nurse. I have not checked this yet. [2]"],
    ["Who lives in Turin?", "Your uncle Bob lives in Turin. [7]"],
  ])("answers %j from the line that carries all its words", async (question, expected) => {
    expect(await ask(question)).toBe(expected);
  });

  it.each([
    "Where does my grandmother live?",
    "Where does my sister's dog live?",
    "Where does Bob's sister live?",
    "Where do I live?",
    "Where do I work?",
    "Where was I born?",
    "What does my sister work as?",
    "What do I eat?",
    "What do I paint?",
    "What is my shoe size?",
    "How is the weather?",
  ])("does not know: %j", async (question) => {
    expect(await ask(question)).toBe("I do not know: nothing about that is in memory.");
  });

  it("repeats the sentence of a recalled turn where no fact answers", async () => {
    expect(await ask("What do I collect?")).toBe("You told me on 3 Mar 2026: “I collect old maps.” [4]");
  });

  it.each([
    ["What do I paint?", "You told me: “I paint boats.”"],
    ["What does my cousin paint?", "I do not know: nothing about that is in memory."],
    ["What do I build?", "I do not know: nothing about that is in memory."],
  ])("answers %j from the conversation", async (question, expected) => {
    const before: ModelMessage[] = [
      { role: "user", content: "I paint boats. I think Deb builds sheds. Do I build huts?" },
      { role: "assistant", content: "I build walls." },
    ];
    const said = await reply(
      request("chat", [...before, { role: "user", content: message(question, ["(nothing relevant)"]) }]),
    );
    expect(said).toBe(expected);
  });

  it("takes what was said last in the conversation before what memory says", async () => {
    const messages: ModelMessage[] = [
      { role: "user", content: "Actually, my sister Wilma lives in Lille, not in Porto." },
      { role: "assistant", content: "Noted." },
      { role: "user", content: message("Where does my sister live?") },
    ];
    expect(await reply(request("chat", messages))).toBe(
      "You told me: “Actually, my sister Wilma lives in Lille, not in Porto.”",
    );
  });

  it.each([
    ["How old am I?", "The user is 34 years old.", "You are 34 years old. [1]"],
    ["How old am I?", "The user was born on 3 May 1988.", "You were born on 3 May 1988. [1]"],
    ["What do I do for a living?", "The user works as a nurse.", "You work as a nurse. [1]"],
    ["Wie alt bin ich?", "Der Nutzer ist 34 Jahre alt.", "Du bist 34 Jahre alt. [1]"],
    ["Quel âge ai-je ?", "L'utilisateur a 34 ans.", "Tu as 34 ans. [1]"],
    ["¿Cuántos años tengo?", "El usuario tiene 34 años.", "Tienes 34 años. [1]"],
    ["Wo wohnt mein Bruder?", "Des Nutzers Bruder Jan wohnt in Lyon.", "Dein Bruder Jan wohnt in Lyon. [1]"],
    ["Où habite ma sœur ?", "La sœur de l'utilisateur habite à Lyon.", "Ta sœur habite à Lyon. [1]"],
    [
      "¿Dónde vive mi hermana?",
      "Ana, hermana del usuario, vive en Lima.",
      "Ana, tu hermana, vive en Lima. [1]",
    ],
    ["Wo wohne ich?", "The user lives in Oslo.", "Das ist im Gedächtnis: “You live in Oslo.” [1]"],
    [
      "Où est-ce que j'habite ?",
      "Der Nutzer wohnt in Oslo.",
      "Voici ce qui est en mémoire : “Du wohnst in Oslo.” [1]",
    ],
    ["¿Dónde vivo?", "The user lives in Oslo.", "Esto está en la memoria: “You live in Oslo.” [1]"],
    ["What do I like?", "The user likes his old job.", "You told me: “The user likes his old job.” [1]"],
  ])("answers %j in its language", async (question, line, expected) => {
    expect(await ask(question, [fact(1, line)])).toBe(expected);
  });

  it.each([
    ["Wo wohnt meine Tante?", "Das weiß ich nicht: Dazu ist nichts im Gedächtnis."],
    ["Où habite ma tante ?", "Je ne sais pas : il n'y a rien à ce sujet en mémoire."],
    ["¿Dónde vive mi tía?", "No lo sé: no hay nada sobre eso en la memoria."],
  ])("does not know in the language of the question: %j", async (question, expected) => {
    expect(await ask(question)).toBe(expected);
  });

  it("does not take one of the user's for another", async () => {
    const lines = [
      fact(1, "Des Nutzers Schwester Anna wohnt in Lyon."),
      fact(2, "Des Nutzers Hund heißt Rex."),
      fact(3, "The user's friend Anna lives in Ulm."),
    ];
    expect(await ask("Wie heißt meine Schwester?", lines)).toContain("Das weiß ich nicht");
    expect(await ask("Wo wohnt meine Schwester?", lines)).toBe("Deine Schwester Anna wohnt in Lyon. [1]");
    expect(await ask("Wie heißt meine Katze?", lines)).toContain("Das weiß ich nicht");
  });

  it("does not answer by another relation that is told with the same verb", async () => {
    const lines = [fact(1, "The user works at Fox."), fact(2, "Ella likes Bob.")];
    expect(await ask("What do I work as?", lines)).toContain("I do not know");
    expect(await ask("Where do I work?", lines)).toBe("You work at Fox. [1]");
    expect(await ask("Who do I like?", lines)).toContain("I do not know");
  });

  it("does not say that the user said what the assistant said", async () => {
    const line = "[1] (verified; I told you on 3 Mar 2026) The user lives in Oslo.";
    expect(await ask("Wo wohne ich?", [line])).toBe("Das ist im Gedächtnis: “You live in Oslo.” [1]");
  });

  it("takes no entity for a statement", async () => {
    expect(await ask("Who is Bea?", ["[1] (verified) Bea (person)"])).toContain("I do not know");
  });

  it("lists what is known of the user", async () => {
    const said = await ask("What do you know about me?");
    expect(said.split("\n").slice(1)).toEqual([
      "- You work as a nurse. I have not checked this yet. [2]",
      "- You do not eat meat. [3]",
      "- You like tea. [9]",
    ]);
  });

  it("does not claim to know of nothing when memory could not be searched", async () => {
    expect(await ask("Where do I live?", ["(memory could not be searched just now)"])).toBe(
      "I cannot look into my memory just now.",
    );
  });

  it.each([
    [
      "My brother Enzo lives in Turin.",
      "Noted: Your brother is called Enzo. Your brother Enzo lives in Turin.",
    ],
    ["Ich wohne in Graz.", "Notiert: Du wohnst in Graz."],
    ["J'aime le café.", "C'est noté : Tu aimes le café."],
    ["Me llamo Ana.", "Anotado: Te llamas Ana."],
    ["The weather was nice.", "I have read that. I did not find a fact to note in it."],
  ])("acknowledges %j", async (statement, expected) => {
    expect(await ask(statement, ["(nothing relevant is stored)"])).toBe(expected);
  });

  it("extracts the turns that are asked for", async () => {
    const asked = request("extract", [
      { role: "system", content: "Extract." },
      { role: "user", content: "[Summary of earlier turns] I live in Rome." },
      { role: "user", content: "My sister lives in Lyon." },
      { role: "assistant", content: "I see." },
      { role: "user", content: "Actually, my sister lives in Lille, not in Lyon." },
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
