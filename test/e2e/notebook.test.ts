import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** A service without a language model: replies quote the user. */
let folder: TestFolder;
let service: TestService;
let api: ReturnType<typeof client>;

beforeEach(async () => {
  folder = await testFolder();
  service = await startService(folder.path);
  api = client(service.url);
});
afterEach(async () => {
  await service?.stop();
  await folder?.remove();
});

async function tell(...messages: string[]): Promise<void> {
  for (const message of messages) await api.say(message);
  await api.extracted();
}

/** The lines of a reply in a new conversation, without what is said beside it. */
async function ask(message: string, conversationId?: string): Promise<string[]> {
  const { episodeId } = await api.say(message, conversationId ? { conversationId } : {});
  return (await api.get(`/memory/episodes/${episodeId}`)).body.assistantReply.split("\n");
}

describe("without a model", () => {
  test("what the pages begin with is noted and quoted", async () => {
    await tell("My name is Tomas.", "My sister is called Annelie.", "Next week I fly to Rome.");
    const known = (await ask("What do you know about me?")).join("\n");
    for (const word of ["Tomas", "Annelie", "Rome"]) expect(known).toContain(word);
    expect(await ask("What have I told you about Annelie?")).toEqual([
      expect.stringMatching(/^You told me on .*: “My sister is called Annelie.” \[\d+\]/),
    ]);
    expect((await ask("What have I planned?")).join("\n")).toContain("“Next week I fly to Rome.”");
  });

  test("a name with accents of their own, as a Mac types them, is the same name", async () => {
    await tell("My aunt Zoe\u0308 lives in Go\u0308teborg.", "My aunt Zoë likes tea.");
    const { items } = (await api.get("/memory/facts?entity=Zoë")).body;
    expect(items.map(({ predicate }: { predicate: string }) => predicate).toSorted()).toEqual([
      "HAS_AUNT",
      "LIKES",
      "LIVES_IN",
    ]);
  });

  test("a turn without any fact is quoted, the newest first", async () => {
    await tell("My dentist is Dr Kowalski.", "My dentist is now Dr Lem.");
    const [first, second] = await ask("What is the name of my dentist?");
    expect(first).toContain("“My dentist is now Dr Lem.”");
    expect(second).toContain("“My dentist is Dr Kowalski.”");
  });

  test("a question finds other forms of its words in languages without a pack", async () => {
    const told = [
      "월세는 55만원이야",
      "여동생은 서울에 살아",
      "Моя сестра Катя живёт в Казани",
      "Аренда стоит 40 тысяч",
      "Koirani nimi on Rekku",
      "Kiram 18.500 lira",
    ];
    await tell(...told);
    for (const [question, nth] of [
      ["월세 얼마야?", 0],
      ["Сколько я плачу за аренду?", 3],
      ["Minkä niminen koira minulla on?", 4],
      ["Kira ne kadar?", 5],
    ] as const)
      expect(await ask(question), question).toEqual([expect.stringMatching(`^You told me .*“${told[nth]}”`)]);
  });

  test("what was denied since is not told, before and after it was checked", async () => {
    await tell("My brother Bernd works at Siemens.");
    await tell("My brother Bernd doesn't work at Siemens.");
    const expected = [expect.stringContaining("“My brother Bernd doesn't work at Siemens.”")];
    expect(await ask("Where does my brother Bernd work?")).toEqual(expected);
    expect((await api.verify())["verified"]).toBeGreaterThan(0);
    expect(await ask("Where does my brother Bernd work?")).toEqual(expected);
  });

  test("two people of one name are told apart by their roles, and the owner is asked", async () => {
    await tell("My sister Anna lives in Lille.", "My aunt Anna lives in Bonn.");
    await api.verify();
    const { items } = (await api.get("/memory/facts?q=lives&status=verified")).body;
    expect(items.map(({ text }: { text: string }) => text).toSorted()).toEqual([
      "The user's aunt Anna lives in Bonn.",
      "The user's sister Anna lives in Lille.",
    ]);
    await tell("My sister Anna moved to Lyon.");
    await api.verify();
    const annas = (await api.get("/memory/entities?q=Anna")).body.items;
    expect(annas).toHaveLength(2);
    expect((await ask("Where does my aunt Anna live?")).join("\n")).toContain("lives in Bonn");
    await tell("Anna likes tea.", "Anna plays the oboe.");
    const unclear = (await api.get("/memory/entities?q=Anna")).body.items;
    expect(unclear).toHaveLength(3);
    const questions = (await api.get("/memory/review")).body.items;
    expect(questions).toMatchObject([{ kind: "merge", reason: "same_name" }]);
  });

  test("what its owner took back does not return with an old chat, but when it is said anew", async () => {
    const imported = (text: string) =>
      api.post("/memory/episodes", { text, occurredAt: "2021-01-01T10:00:00Z" });
    const statuses = async (): Promise<string[]> =>
      (await api.get("/memory/facts?q=Mogli")).body.items.map(({ status }: { status: string }) => status);
    await tell("My cat is called Mogli.");
    await api.verify();
    const [{ id }] = (await api.get("/memory/facts?q=Mogli")).body.items;
    for (const status of ["corrected", "retracted"]) {
      await api.send("PATCH", `/memory/facts/${id as string}`, { status });
      await imported(`My cat is called Mogli. It is ${status}.`);
      await api.verify();
      expect(await statuses()).toEqual([status]);
    }
    await tell("My cat is called Mogli.");
    await api.verify();
    expect((await statuses()).toSorted()).toEqual(["retracted", "verified"]);
  });

  test("a pasted text stages nothing, and is quoted as a text", async () => {
    const letter = "Dear doctor. I am allergic to shrimps. I live in Lagos. Yours, Ngozi";
    await tell(`Use the sources.\n<source id="1">${letter}</source>\nWhat is this letter about?`);
    expect((await api.get("/memory/staging")).body.items).toEqual([]);
    expect(await ask("What am I allergic to?")).toEqual([expect.stringMatching(/^In a text of /)]);
  });

  test("the conversation is quoted, and nothing of it that is off the record or forgotten", async () => {
    const { conversationId } = await api.say("I collect old maps.");
    await api.say("Off the record: I collect stamps.", { conversationId });
    const said = (await ask("What do I collect?", conversationId)).join("\n");
    expect(said).toContain("“I collect old maps.”");
    expect(said).not.toContain("stamps");
    await api.say("Forget what I just said.", { conversationId });
    await api.say("Forget everything about maps.", { conversationId });
    await api.say("yes", { conversationId });
    for (const where of [conversationId, undefined])
      expect((await ask("What do I collect?", where)).join("\n")).not.toMatch(/maps|stamps/);
  });
});
