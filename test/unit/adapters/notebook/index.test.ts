import { describe, expect, it } from "vitest";
import { createNotebook } from "../../../../src/adapters/notebook/index.ts";
import type { RecalledItem } from "../../../../src/domain/model/episode.ts";
import type {
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ModelSource,
  UserTurn,
} from "../../../../src/ports/chat-model.ts";

type ChatSource = Extract<ModelSource, { kind: "chat" }>;

const request = (source: ModelSource | undefined, more: Partial<ModelRequest> = {}): ModelRequest => ({
  purpose: "chat",
  source,
  messages: [],
  effort: "low",
  temperature: 0,
  maxTokens: 1_000,
  ...more,
});

const asked = (
  message: string,
  recalled: RecalledItem[] = [],
  more: Partial<ChatSource> = {},
): ChatSource => ({
  kind: "chat",
  message,
  recalled: recalled.map((item, index) => ({ ...item, n: index + 1 })),
  isAway: false,
  earlier: [],
  newest: [],
  isKept: true,
  isSearched: true,
  timeZone: "Europe/Berlin",
  ...more,
});

async function events(of: ModelRequest, signal = new AbortController().signal): Promise<ModelEvent[]> {
  const seen: ModelEvent[] = [];
  for await (const event of createNotebook().stream(of, signal)) seen.push(event);
  return seen;
}

async function reply(source: ChatSource): Promise<string> {
  const seen = await events(request(source));
  return seen.map((event) => (event.type === "delta" ? event.text : "")).join("");
}

let ids = 0;
interface Said extends Partial<RecalledItem> {
  on?: string;
  by?: string;
}

/** A recalled turn. `on`: its day, at noon. */
function turn(text: string, { on = "2026-03-03", by = "user", ...more }: Said = {}): RecalledItem {
  const id = `e${(ids += 1)}`;
  return {
    n: 0,
    kind: "episode",
    id,
    text: `${by}: ${text}\nassistant: I told you: it is Carl.`,
    status: "complete",
    score: 0.8,
    components: { "lane.text": 1 },
    evidence: [evidence(id, text, by, on)],
    ...more,
  };
}

function fact(
  text: string,
  quote: string,
  { on = "2026-03-03", by = "user", ...more }: Said = {},
): RecalledItem {
  const item = turn(quote, { on, by });
  return { ...item, kind: "fact", text, status: "staged", ...more };
}

const evidence = (episodeId: string, quote: string, assertedBy: string, on: string) => ({
  episodeId,
  start: 0,
  end: quote.length,
  quote,
  assertedBy,
  occurredAt: `${on}T12:00:00.000Z`,
});

const earlier = (text: string, occurredAt: string | null = "2026-03-09T12:00:00.000Z"): UserTurn => ({
  episodeId: `e${(ids += 1)}`,
  text,
  occurredAt,
});

const DENTIST = "My dentist is Dr Kowalski.";

describe("notebook", () => {
  it("says that it is no model, and is ready", async () => {
    const notebook = createNotebook();
    expect(notebook.info()).toEqual({ kind: "none", name: "engram-notebook", contextTokens: null });
    expect(await notebook.health()).toBe("ready");
    await notebook.close();
  });

  it.each([
    ["Who is my dentist?", DENTIST, "You told me on 3 March 2026: “My dentist is Dr Kowalski.” [1]"],
    ["who is my dentist", DENTIST, "You told me on 3 March 2026: “My dentist is Dr Kowalski.” [1]"],
    ["Tell me about my dentist.", DENTIST, "You told me on 3 March 2026: “My dentist is Dr Kowalski.” [1]"],
    [
      "Wer ist mein Zahnarzt?",
      "Mein Zahnarzt ist Dr. Kern.",
      "Du hast mir am 3. März 2026 gesagt: „Mein Zahnarzt ist Dr. Kern.“ [1]",
    ],
    [
      "Qui est mon dentiste ?",
      "Mon dentiste est le docteur Petit.",
      "Tu m'as dit le 3 mars 2026 : « Mon dentiste est le docteur Petit. » [1]",
    ],
    [
      "¿Quién es mi dentista?",
      "Mi dentista es la doctora Ruiz.",
      "Me dijiste el 3 de marzo de 2026: «Mi dentista es la doctora Ruiz.» [1]",
    ],
    ["我妹妹住在哪里？", "我妹妹住在成都。", "You told me on 3 March 2026: “我妹妹住在成都。” [1]"],
    [
      "Where does my brother live?",
      "Mein Bruder wohnt in Ulm.",
      "You told me on 3 March 2026: “Mein Bruder wohnt in Ulm.” [1]",
    ],
  ])("quotes the user for %j", async (question, said, expected) => {
    expect(await reply(asked(question, [turn(said)]))).toBe(expected);
  });

  it("tells days in the user's time zone", async () => {
    const late = turn(DENTIST);
    late.evidence = late.evidence.map((one) => ({ ...one, occurredAt: "2026-03-03T23:30:00.000Z" }));
    expect(await reply(asked("Who is my dentist?", [late]))).toContain("4 March 2026");
    expect(await reply(asked("Who is my dentist?", [late], { timeZone: "UTC" }))).toContain("3 March 2026");
  });

  it("quotes the newest value first, and what is over last and marked", async () => {
    const recalled = [
      turn("My dentist was Dr Old.", { on: "2026-02-01", status: "superseded", score: 1 }),
      turn(DENTIST, { on: "2026-01-01", score: 0.9 }),
      turn("My dentist is now Dr Lem.", { on: "2026-03-01", score: 0.7 }),
    ];
    expect((await reply(asked("Who is my dentist?", recalled))).split("\n")).toEqual([
      "- You told me on 1 March 2026: “My dentist is now Dr Lem.” [3]",
      "- You told me on 1 January 2026: “My dentist is Dr Kowalski.” [2]",
      "- You told me on 1 February 2026: “My dentist was Dr Old.” (no longer so) [1]",
    ]);
  });

  it("puts what speaks of the question before what is only newer", async () => {
    const recalled = [turn(DENTIST, { on: "2026-01-01" }), turn("I bought a bike.", { on: "2026-03-01" })];
    expect(await reply(asked("Who is my dentist?", recalled))).toMatch(
      /^(?:- )?You told me on 1 January 2026/,
    );
  });

  it("quotes each turn and each wording once, with the number of the fact", async () => {
    const said = turn("My sister Wilma lives in Porto.", { on: "2026-03-02" });
    const told = fact("The user's sister Wilma lives in Porto.", "My sister Wilma lives in Porto", {
      on: "2026-03-02",
    });
    const ofTurn = { ...told, evidence: told.evidence.map((one) => ({ ...one, episodeId: said.id })) };
    const again = turn("My sister Wilma lives in Porto.", { on: "2026-01-02" });
    expect(await reply(asked("Where does my sister live?", [ofTurn, said, again]))).toBe(
      "You told me on 2 March 2026: “My sister Wilma lives in Porto.” [1]",
    );
  });

  it("quotes five at most", async () => {
    const recalled = Array.from({ length: 9 }, (_, n) => turn(`My dentist likes number ${n}.`));
    expect((await reply(asked("What does my dentist like?", recalled))).split("\n")).toHaveLength(5);
  });

  it("leaves questions out where something is stated, and quotes them as such where nothing is", async () => {
    const question = turn("Who is my dentist?", { on: "2026-03-05", score: 1 });
    const mixed = turn("My dentist is Dr Kowalski. Do you know him?", { score: 0.3 });
    expect(await reply(asked("Who is my dentist?", [question, mixed]))).toBe(
      "You told me on 3 March 2026: “My dentist is Dr Kowalski.” [2]",
    );
    expect(await reply(asked("Who is my dentist?", [question]))).toBe(
      "You asked on 5 March 2026: “Who is my dentist?” [1]",
    );
  });

  it("quotes the sentences of a long turn that speak of the question", async () => {
    const filler = "The weather was fine and we walked along the river for hours. ".repeat(8);
    expect(await reply(asked("Who is my dentist?", [turn(`${filler}${DENTIST} ${filler}`)]))).toBe(
      "You told me on 3 March 2026: “My dentist is Dr Kowalski.” [1]",
    );
  });

  it("never quotes the assistant, nor what was forgotten", async () => {
    const taught = fact("Lyon is in France.", "Lyon is in France.", { by: "assistant" });
    const said = await reply(asked("Where is Lyon?", [taught]));
    expect(said).toBe("I found something about that, but no words of yours that I could quote: [1]");
    const redacted = turn("My doctor is [forgotten]. [a wish to forget]. I go to Lyon by train.");
    expect(await reply(asked("Where is Lyon?", [redacted]))).toBe(
      "You told me on 3 March 2026: “I go to Lyon by train.” [1]",
    );
    expect(await reply(asked("Who is my dentist?", [turn(DENTIST)]))).not.toContain("Carl");
  });

  it("says whose words they are, and which stood in a text", async () => {
    expect(await reply(asked("Where does Deb live?", [turn("I live in Ghent.", { by: "Deb" })]))).toBe(
      "Deb said on 3 March 2026: “I live in Ghent.” [1]",
    );
    const greeting = turn("Hi all, I am allergic to nuts.", { by: "Deb" });
    expect(await reply(asked("Is Deb allergic to nuts?", [greeting]))).toMatch(/^Deb said on /);
    const letter = turn('Read this. <source id="1">I am allergic to shrimps.</source>', { on: "2026-03-05" });
    const lines = (
      await reply(asked("What am I allergic to?", [letter, turn("I am allergic to nuts.")]))
    ).split("\n");
    expect(lines).toEqual([
      "- You told me on 3 March 2026: “I am allergic to nuts.” [2]",
      '- In a text of 5 March 2026: “Read this. <source id="1">I am allergic to shrimps.</source>” [1]',
    ]);
    const filed = turn("The tenant is Mr Orr.", { by: "document" });
    expect(await reply(asked("Who is the tenant?", [filed]))).toMatch(/^In a text of 3 March 2026: /);
  });

  it("quotes an entry of the user that rests on no turn", async () => {
    const entered = { ...fact("The user likes tea.", ""), evidence: [] };
    expect(await reply(asked("What do I like?", [entered]))).toBe("You told me: “The user likes tea.” [1]");
  });

  it("takes a single word for one of the conversation's language", async () => {
    const said = [earlier("I live in Oslo, and my sister lives there too.")];
    expect(await reply(asked("No", [], { earlier: said }))).toBe(
      await reply(asked("Yes", [], { earlier: said })),
    );
  });

  it("quotes what was said earlier in the conversation where it speaks of the question", async () => {
    const said = [earlier("I collect old maps."), earlier("I paint boats."), earlier("What do I collect?")];
    expect(await reply(asked("What do I collect?", [], { earlier: said }))).toBe(
      "You told me on 9 March 2026: “I collect old maps.”",
    );
    const older = turn("I collect stamps.");
    const lines = (await reply(asked("What do I collect?", [older], { earlier: said }))).split("\n");
    expect(lines[0]).toBe("- You told me on 9 March 2026: “I collect old maps.”");
    expect(
      await reply(asked("What do I collect?", [], { earlier: [earlier("I collect maps.", null)] })),
    ).toBe("You told me: “I collect maps.”");
  });

  it.each([
    "Where is my key?",
    "Wo ist mein Schlüssel?",
    "Où est ma clé ?",
    "¿Dónde está mi llave?",
    "钥匙在哪里？",
  ])("never says that nothing is stored when something was recalled: %j", async (question) => {
    const nothing = await reply(asked(question));
    const byRecency = turn("I went out.", { components: { "lane.recent": 1 }, score: 0.05 });
    const entity: RecalledItem = { ...turn("Bea"), kind: "entity", text: "Bea (person)", evidence: [] };
    for (const item of [
      turn("I went out."),
      byRecency,
      entity,
      turn(question),
      fact("Keys exist.", "x", { by: "assistant" }),
    ]) {
      const said = await reply(asked(question, [item]));
      expect(said).toContain("[1]");
      expect(said).not.toContain(nothing);
    }
  });

  it("shows the newest statements where nothing matches", async () => {
    const newest = [earlier("What have I planned?"), earlier("Next week I fly to Rome.")];
    expect((await reply(asked("What have I planned?", [], { newest }))).split("\n\n")).toEqual([
      "I found nothing that matches. This is the newest I have from you:",
      "You told me on 9 March 2026: “Next week I fly to Rome.”",
    ]);
    expect(await reply(asked("What have I planned?"))).toBe("Nothing about that is stored yet.");
  });

  it("says that memory could not be searched, or is off", async () => {
    expect(await reply(asked("Where do I live?", [], { isAway: true }))).toContain("could not search");
    expect(await reply(asked("Where do I live?", [], { isSearched: false, isKept: false }))).toContain(
      "Memory is off",
    );
    expect(await reply(asked("I live in Rome.", [], { isSearched: false, isKept: false }))).toContain(
      "do not keep",
    );
  });

  it.each([
    ["My sister is called Ann.", "Noted."],
    ["Ich wohne in Graz.", "Notiert."],
    ["J'aime le café.", "C'est noté."],
    ["Mi hermana se llama Ana.", "Anotado."],
    ["When I was young we had a goat.", "Noted."],
    ["What a day!", "Noted."],
  ])("notes %j", async (statement, expected) => {
    expect(await reply(asked(statement))).toBe(expected);
  });

  it("quotes beside a statement what was told of the same before", async () => {
    const recalled = [turn(DENTIST), turn("I like my bike.")];
    expect((await reply(asked("My dentist is Dr Lem.", recalled))).split("\n\n")).toEqual([
      "Noted.",
      "You told me on 3 March 2026: “My dentist is Dr Kowalski.” [1]",
    ]);
  });

  it("adds nothing to the confirmation of an intent", async () => {
    expect(await reply(asked("I live in Rome.", [], { isKept: null }))).toBe("");
  });

  it("explains itself to a greeting", async () => {
    expect(await reply(asked("Hello!"))).toContain("I quote what you told me");
  });

  it.each([
    ["Where do I live?", "No language model is connected"],
    ["Wo wohnt meine Schwester und wie heißt sie?", "kein Sprachmodell"],
    ["Où est-ce que ma sœur habite ?", "Aucun modèle"],
    ["¿Dónde vive mi hermana y cómo se llama?", "ningún modelo"],
  ])("says in its first reply alone that no model is connected: %j", async (text, words) => {
    const asides = async (messages: ModelMessage[]) =>
      (await events(request(asked(text), { messages }))).flatMap((event) =>
        event.type === "aside" ? event.text : [],
      );
    const [aside] = await asides([{ role: "user", content: text }]);
    expect(aside).toContain(words);
    expect(aside).toContain("LLAMA_CPP_URL");
    expect(await asides([{ role: "assistant", content: "Noted." }])).toEqual([]);
  });

  it("reads the turns of an extraction, and none of others or of documents", async () => {
    const turns = [
      { userMessage: "I live in Oslo.", speaker: null, source: "chat" as const },
      { userMessage: "I live in Ghent.", speaker: "Deb", source: "import" as const },
      { userMessage: "I live in Lagos.", speaker: null, source: "document" as const },
    ];
    const seen = await events(request({ kind: "extract", turns, language: null }, { purpose: "extract" }));
    const text = seen.map((event) => (event.type === "delta" ? event.text : "")).join("");
    const read = JSON.parse(text) as { turns: { turn: number; facts: { object: string }[] }[] };
    expect(read.turns.map(({ turn: n, facts }) => [n, facts.map(({ object }) => object)])).toEqual([
      [1, ["Oslo"]],
      [2, []],
      [3, []],
    ]);
  });

  it("decides nothing that is asked of a model", async () => {
    const schema = { name: "verdict", schema: {} };
    expect(await events(request(undefined, { purpose: "verify", schema }))).toMatchObject([
      { type: "delta", text: "{}" },
      { type: "finish", reason: "stop", model: "engram-notebook" },
    ]);
  });

  it("stops when it is aborted", async () => {
    const stopped = new AbortController();
    stopped.abort(new Error("gone"));
    await expect(events(request(asked("Hi")), stopped.signal)).rejects.toThrow("gone");
  });
});
