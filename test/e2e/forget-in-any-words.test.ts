import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runningService } from "../../src/adapters/data-folder/index.ts";
import { writePages } from "../../src/services/transfer/markdown.ts";
import { client, until, type Client, type Said } from "../support/client.ts";
import { startReadingLlama, type ReadingLlama, type ToldFact } from "../support/reading-llama.ts";
import { startProcess, testFolder, type TestFolder, type TestProcess } from "../support/service.ts";

/** A wish to forget in whatever words, which a model reads: put away, told of, then erased or brought back. */
let folder: TestFolder;
let service: TestProcess;
let llama: ReadingLlama;
let api: Client;
let env: Record<string, string> = {};
let key: string | undefined;

async function begin(more: Record<string, string> = {}): Promise<void> {
  env = more;
  service = await startProcess(folder.path, {
    LLAMA_CPP_URL: llama.url,
    IDLE_AFTER_MINUTES: "10000",
    ...env,
  });
  api = client(service.url, key);
}

async function restart(more: Record<string, string> = {}): Promise<void> {
  await service.stop();
  await begin(more);
}

let users = 0;
async function newUser(): Promise<void> {
  users += 1;
  const { adminToken = "" } = runningService(join(folder.path, "data")) ?? {};
  const headers = { "x-engram-admin": adminToken };
  const { body } = await client(service.url).post("/admin/keys", { user: `user${users}` }, headers);
  key = body.key;
  api = client(service.url, key);
}

beforeAll(async () => {
  folder = await testFolder();
  llama = await startReadingLlama({ reads: {} });
  await begin();
});
afterAll(async () => {
  await service.stop();
  await llama.close();
  await folder.remove();
});
/** Each test is a user of their own, whose words are gone from the files for the next. */
beforeEach(async () => {
  llama.table = { reads: { ...READS }, meant: /Rosenhof|knee/ };
  llama.garbled.clear();
  llama.requests.length = 0;
  await newUser();
});
afterEach(async () => {
  await api.post("/memory/forget", { everything: true });
});

const KNEE: ToldFact = {
  subject: "user",
  predicate: "VISITED",
  object: "Rosenhof clinic",
  objectKind: "entity",
  text: "The user was at the Rosenhof clinic because of their knee.",
  quote: "I was at the Rosenhof clinic because of my knee",
};
const TOM: ToldFact = {
  subject: "Tom",
  predicate: "LIVES_IN",
  object: "Oslo",
  objectKind: "entity",
  text: "Tom lives in Oslo.",
};
const CHESS: ToldFact = {
  subject: "user",
  predicate: "LIKES",
  object: "chess",
  text: "The user likes chess.",
};

const CLINIC = "I was at the Rosenhof clinic because of my knee. My brother Tom lives in Oslo.";
/** Nothing is extracted from it. */
const SMELL = "The whole Rosenhof smelled of quince.";
const GAME = "I like chess.";
const WISH = "Could you do me a favour and unlearn the business with the Rosenhof clinic?";
const NEXT = "What shall I cook tonight?";
const READS = {
  [CLINIC]: { facts: [KNEE, TOM] },
  [GAME]: { facts: [CHESS] },
  [WISH]: { requests: [{ kind: "forget" as const, target: "the business with the Rosenhof clinic" }] },
};
/** What only the words that are meant contain. */
const MEANT = ["knee", "quince"];

let conversationId: string | undefined;

async function say(message: string): Promise<Said> {
  const said = await api.say(message, conversationId === undefined ? {} : { conversationId });
  ({ conversationId } = said);
  return said;
}

/** Told and believed; then asked to be forgotten, and read. */
async function tellAndWish(messages: string[] = [CLINIC, SMELL, GAME], wish = WISH): Promise<void> {
  conversationId = undefined;
  for (const message of messages) await say(message);
  await api.verify();
  await say(wish);
  await api.extracted();
}

async function putAway(): Promise<string[]> {
  const { items } = (await api.get("/memory/review?kind=forget")).body;
  return items.map(({ text }: { text: string }) => text).sort();
}

async function untilPutAway(count: number): Promise<void> {
  await until(async () => (await putAway()).length === count, "what is put away");
}

async function tellWishAndWait(): Promise<void> {
  await tellAndWish();
  await untilPutAway(2);
}

/** The first reply that tells of a wish: it is carried out in the background. */
async function told(): Promise<Said> {
  let said = await say(NEXT);
  for (let tries = 0; tries < TOLD_TRIES_MAX && said.reply === "I see."; tries++) said = await say(NEXT);
  return said;
}
const TOLD_TRIES_MAX = 40;

async function found(words: string[]): Promise<string> {
  return (await api.get(`/memory/search?q=${words.join("%20")}&limit=50`)).text;
}

async function statusOf(text: string): Promise<string | undefined> {
  const statuses = "staged,verified,disputed,superseded,corrected,retracted,archived";
  const { items } = (await api.get(`/memory/facts?limit=200&status=${statuses}`)).body;
  return items.find((fact: any) => fact.text === text)?.status;
}

async function inFiles(words: string[]): Promise<string[]> {
  await service.stop();
  const data = join(folder.path, "data");
  const hits: string[] = [];
  for (const name of await readdir(data)) {
    const text = (await readFile(join(data, name))).toString("latin1").toLowerCase();
    for (const word of words) if (text.includes(word.toLowerCase())) hits.push(`${word} in ${name}`);
  }
  await begin(env);
  return hits;
}

async function expectErased(words: string[]): Promise<void> {
  expect(await statusOf(KNEE.text)).toBeUndefined();
  expect(await putAway()).toEqual([]);
  expect(await inFiles(words)).toEqual([]);
  expect(await statusOf(TOM.text)).toBe("verified");
  expect(await statusOf(CHESS.text)).toBe("verified");
}

describe("put away", () => {
  beforeEach(tellWishAndWait);

  test("only what is meant is hidden, from search, recall and the model; the next reply tells of it", async () => {
    expect(llama.calls("wishes")).toBe(1);
    expect(await statusOf(KNEE.text)).toBe("archived");
    expect(await statusOf(TOM.text)).toBe("verified");
    const search = await found(["Rosenhof", ...MEANT]);
    for (const word of MEANT) expect(search).not.toContain(`${word} `);
    expect(search).not.toContain("because of");
    expect(search).not.toContain("smelled");
    expect(await found(["Tom", "Oslo"])).toContain(TOM.text);
    const said = await say("How is my knee, and did the Rosenhof smell?");
    expect(said.reply).toMatch(/^I have hidden 2 memories, as you asked\./);
    expect(said.reply).toContain(KNEE.text);
    expect(said.reply).toContain(SMELL);
    expect(said.reply).toContain("I see.");
    expect(said.memory).toMatchObject([{ action: "put_away", counts: { memories: 2 } }]);
    for (const { text } of said.recalled) expect(text).not.toMatch(/because of|smelled/);
    const sent = JSON.stringify(llama.chats().at(-1));
    expect(sent).not.toMatch(/because of|smelled|quince/);
    expect(sent).toContain("2 memories are hidden");
    expect((await say(NEXT)).reply).toBe("I see.");
    expect((await api.get(`/conversations/${conversationId as string}`)).text).not.toContain("hidden 2");
  });

  test("one call undoes it, with everything else that memory did since a time", async () => {
    const bad = await api.post("/maintenance/undo", { since: "tomorrow" });
    expect(bad.body.errors[0].field).toBe("since");
    expect((await api.post("/maintenance/undo", { since: "2100-01-01" })).body).toMatchObject({
      undone: 0,
      runs: 0,
      wishes: 0,
    });
    const { status, body } = await api.post("/maintenance/undo", { since: "2020-01-01" });
    expect({ status, body }).toMatchObject({ status: 200, body: { wishes: 1, skipped: [] } });
    expect(body.runs).toBeGreaterThan(0);
    expect(await putAway()).toEqual([]);
    for (const { text } of [KNEE, TOM, CHESS]) expect(await statusOf(text)).toBe("staged");
    expect((await api.post("/maintenance/undo", { since: "2020-01-01" })).body).toMatchObject({
      undone: 0,
      wishes: 0,
    });
  });

  test("pages that are exported meanwhile are without it", async () => {
    const file = join(folder.path, "memory.jsonl");
    const pages = join(folder.path, "pages");
    await writeFile(file, (await api.get("/memory/export")).text);
    await writePages(file, pages, { bytesMax: 2 ** 20 });
    const names = (await readdir(pages, { recursive: true })).filter((name) => name.endsWith(".md"));
    const text = (await Promise.all(names.map((name) => readFile(join(pages, name), "utf8")))).join("\n");
    await Promise.all([rm(file), rm(pages, { recursive: true })]);
    expect(text).toContain(TOM.text);
    expect(text).toContain(GAME);
    for (const word of MEANT) expect(text).not.toContain(word);
  });

  test("no brings everything back", async () => {
    await say(NEXT);
    expect((await say("no")).model).toBe("engram");
    expect(await putAway()).toEqual([]);
    expect(await statusOf(KNEE.text)).toBe("verified");
    const search = await found(["Rosenhof", ...MEANT]);
    expect(search).toContain(KNEE.text);
    expect(search).toContain("quince");
    await say("How is my knee?");
    expect(JSON.stringify(llama.chats().at(-1))).toContain("because of");
  });

  test("yes erases it everywhere, with the words of the wish", async () => {
    await say(NEXT);
    const said = await say("yes");
    expect(said.model).toBe("engram");
    expect(said.memory.map(({ action }) => action)).toEqual(["forgotten"]);
    expect(await found(["Rosenhof", ...MEANT])).not.toMatch(/because of|smelled|unlearn/);
    await expectErased(["Rosenhof", ...MEANT]);
  });

  test("another message leaves it put away", async () => {
    await say(NEXT);
    await say("I bought bread.");
    await say("yes");
    expect(await putAway()).toHaveLength(2);
  });

  test("killed in between it stays hidden, and can still be answered", async () => {
    await service.kill();
    await begin();
    expect(await putAway()).toHaveLength(2);
    expect(await found(["Rosenhof", ...MEANT])).not.toMatch(/because of|smelled/);
    expect((await say(NEXT)).reply).toMatch(/^I have hidden 2 memories/);
    await service.kill();
    await begin();
    expect((await say("yes")).memory.map(({ action }) => action)).toEqual(["forgotten"]);
    await expectErased(["Rosenhof", ...MEANT]);
  });

  test("the review queue lists it; accepting one erases all of the wish", async () => {
    const { items } = (await api.get("/memory/review")).body;
    expect(items.map(({ kind }: any) => kind)).toEqual(["forget", "forget"]);
    expect(await putAway()).toEqual([SMELL, KNEE.text].sort());
    const answer = await api.post(`/memory/review/${items[0].id as string}/accept`, {});
    expect(answer).toMatchObject({ status: 200, body: { kind: "forget", state: "accepted" } });
    expect((await say(NEXT)).reply).toBe("I see.");
    await expectErased(["Rosenhof", ...MEANT]);
  });

  test("rejecting one brings all of the wish back", async () => {
    const { items } = (await api.get("/memory/review?kind=forget")).body;
    const answer = await api.post(`/memory/review/${items[0].id as string}/reject`, {});
    expect(answer).toMatchObject({ status: 200, body: { kind: "forget", state: "rejected" } });
    expect(await putAway()).toEqual([]);
    expect(await statusOf(KNEE.text)).toBe("verified");
    expect((await say(NEXT)).reply).toBe("I see.");
  });
});

describe("what could be meant too", () => {
  beforeEach(async () => {
    llama.table = { ...llama.table, maybe: /^Tom lives/ };
    await tellAndWish();
    await untilPutAway(3);
  });

  test("is asked about, and stays when others are named", async () => {
    expect(await statusOf(TOM.text)).toBe("verified");
    const { reply, memory } = await say(NEXT);
    expect(reply).toMatch(/^I have hidden 2 memories/);
    expect(reply).toContain("not sure whether you mean this too");
    expect(reply).toContain(`3. ${TOM.text}`);
    expect(memory.map(({ action }) => action)).toEqual(["put_away", "asked"]);
    await say("1 and 2");
    await expectErased(["Rosenhof", ...MEANT]);
  });

  test("goes when it is said to", async () => {
    await say(NEXT);
    await say("yes");
    expect(await statusOf(TOM.text)).toBeUndefined();
    expect(await statusOf(KNEE.text)).toBeUndefined();
    expect(await inFiles(["Oslo", "Rosenhof"])).toEqual([]);
    expect(await statusOf(CHESS.text)).toBe("verified");
  });

  test("alone it is asked about too, and no keeps it", async () => {
    await api.post("/memory/forget", { everything: true });
    llama.table = { ...llama.table, meant: /nothing/, maybe: /^The user was at/ };
    await tellAndWish();
    await untilPutAway(1);
    expect((await say(NEXT)).reply).toMatch(/^I am not sure whether you mean this too/);
    await say("no");
    expect(await putAway()).toEqual([]);
    expect(await statusOf(KNEE.text)).toBe("verified");
    expect((await say(NEXT)).reply).toBe("I see.");
  });
});

/** Code reads it as a wish, too. */
const PLAIN_WISH = "Please forget everything I told you about the Rosenhof clinic.";

test("without hours of grace, what a plain wish names is erased at once", async () => {
  await restart({ FORGET_GRACE_HOURS: "0" });
  llama.table.reads[PLAIN_WISH] = READS[WISH];
  await tellAndWish([CLINIC, SMELL, GAME], PLAIN_WISH);
  await until(async () => (await statusOf(KNEE.text)) === undefined, "erasing");
  await until(async () => (await putAway()).length === 0, "the end of the wish");
  const said = await told();
  expect(said.reply).toMatch(/^Forgotten for good, as you asked: 2 memories\./);
  expect(said.memory.map(({ action }) => action)).toEqual(["forgotten"]);
  await expectErased(["Rosenhof", ...MEANT]);
  await restart();
});

test("one statement alone is hidden as well, and erased by a yes alone", async () => {
  await restart({ FORGET_GRACE_HOURS: "0" });
  await tellAndWish([CLINIC, GAME]);
  await untilPutAway(1);
  expect((await told()).reply).toMatch(
    /^I have hidden 1 memory, as you asked\. It is erased for good only if you say yes/,
  );
  expect(await statusOf(KNEE.text)).toBe("archived");
  await say("yes");
  await expectErased(["Rosenhof", "knee"]);
  await restart();
});

test("a wish that a model puts down with the name of the user, who says I, is one", async () => {
  const quote = "the business with the clinic should never come up again";
  const wish = `Sent. And ${quote}.`;
  llama.table.reads[wish] = {
    requests: [{ kind: "forget", target: "what Annelie told of a clinic", quote }],
  };
  await tellAndWish([CLINIC, GAME], wish);
  await untilPutAway(1);
  expect(await statusOf(KNEE.text)).toBe("archived");
});

test("news of somebody told beside the wish stays, though it names them as what goes does", async () => {
  const debt = "By the way, Tom owes me 8000 kroner.";
  const wish = "Tom drives a crane since Monday. But what he owes me, unlearn it.";
  const drives = {
    subject: "Tom",
    predicate: "WORKS_AS",
    object: "crane driver",
    text: "Tom drives a crane.",
  };
  const owes = {
    subject: "Tom",
    predicate: "OWES",
    object: "8000 kroner",
    text: "Tom owes the user 8000 kroner.",
  };
  llama.table.meant = /kroner/;
  llama.table.reads[debt] = { facts: [owes] };
  llama.table.reads[wish] = {
    facts: [{ ...drives, quote: "Tom drives a crane" }],
    requests: [{ kind: "forget", target: "what Tom owes", quote: "what he owes me, unlearn it" }],
  };
  await tellAndWish([CLINIC, debt], wish);
  await untilPutAway(1);
  await told();
  await say("yes");
  expect(await statusOf(owes.text)).toBeUndefined();
  await api.verify();
  expect(await statusOf(drives.text)).toBe("verified");
  expect(await found(["crane"])).toContain("Tom drives a crane since Monday.");
  expect(await inFiles(["kroner", "owes me"])).toEqual([]);
});

describe("a wish that nobody made", () => {
  const LOVELY = "Lovely day.";
  const facts = [KNEE, TOM];

  test.each([
    { target: "everything" },
    { target: "everything", quote: "forget everything" },
    { target: "the Rosenhof clinic", quote: "Lovely evening" },
    { target: "Tom" },
  ])("changes nothing: %o", async (request) => {
    llama.table.meant = /./;
    llama.table.reads[CLINIC] = { facts };
    llama.table.reads[LOVELY] = { requests: [{ kind: "forget", ...request }] };
    conversationId = undefined;
    await say(CLINIC);
    await api.verify();
    await say(LOVELY);
    await api.extracted();
    expect(await putAway()).toEqual([]);
    expect(llama.calls("wishes")).toBe(0);
    expect(await statusOf(KNEE.text)).toBe("verified");
  });

  test("that quotes the turn costs a no", async () => {
    llama.table.meant = /./;
    llama.table.reads[LOVELY] = { requests: [{ kind: "forget", target: "the day", quote: LOVELY }] };
    conversationId = undefined;
    await say(CLINIC);
    await api.verify();
    await say(LOVELY);
    await until(async () => (await putAway()).length > 0, "what is put away");
    await say(NEXT);
    await say("no");
    expect(await statusOf(KNEE.text)).toBe("verified");
    expect(await statusOf(TOM.text)).toBe("verified");
  });

  test("that means most of what is known hides nothing, and asks with the number", async () => {
    llama.table.meant = /./;
    const known = Array.from({ length: 12 }, (_, n) => `I like board game number ${n + 1}.`);
    for (const [n, message] of known.entries()) {
      const text = `The user likes board game number ${n + 1}.`;
      const fact = { subject: "user", predicate: "LIKES", object: `board game number ${n + 1}`, text };
      llama.table.reads[message] = { facts: [fact] };
    }
    llama.table.reads[LOVELY] = { requests: [{ kind: "forget", target: "the day", quote: LOVELY }] };
    conversationId = undefined;
    for (const message of known) await say(message);
    await api.verify();
    await say(LOVELY);
    await until(async () => (await putAway()).length === 12, "the question");
    expect((await told()).reply).toMatch(/^I am not sure whether you mean these 12 too/);
    expect((await api.get("/memory/facts?limit=50&status=verified")).body.items).toHaveLength(12);
  });
});

test("words that nothing was extracted from are erased with the words of the wish", async () => {
  await tellAndWish([SMELL, GAME]);
  await untilPutAway(1);
  await say(NEXT);
  await say("yes");
  expect(await inFiles(["Rosenhof", "quince"])).toEqual([]);
  expect(await statusOf(CHESS.text)).toBe("verified");
});

test("where nothing is meant, nothing happens, and the next reply says so", async () => {
  llama.table.meant = /never said/;
  await tellAndWish();
  await until(async () => llama.calls("wishes") === 1, "the question");
  const said = await told();
  expect(said.reply).toMatch(/^You asked me to forget something, but I find nothing stored/);
  expect(said.memory).toEqual([]);
  expect(await statusOf(KNEE.text)).toBe("verified");
  expect((await say(NEXT)).reply).toBe("I see.");
});

test("a wish whose reading cannot be read leaves everything as it is, and is told as nothing yet", async () => {
  llama.garbled.add("wishes");
  await tellAndWish();
  await until(async () => llama.calls("wishes") === 2, "the questions");
  expect((await say(NEXT)).reply).toBe("I see.");
  expect((await say(NEXT)).reply).toBe("I see.");
  expect(await putAway()).toEqual([]);
  expect(await statusOf(KNEE.text)).toBe("verified");
});

test("a reply that comes as a stream tells of it too, before its first word", async () => {
  await tellWishAndWait();
  const { text } = await api.post("/chat", { message: NEXT }, { accept: "text/event-stream" });
  const [act, word] = [text.indexOf("event: memory"), text.indexOf("event: delta")];
  expect(act).toBeGreaterThan(0);
  expect(word).toBeGreaterThan(act);
  expect(text).toContain("put_away");
  expect(text).toContain("I have hidden 2 memories");
});

test("what was off the record is hidden at once, and gone with a yes", async () => {
  const says = "Just between the two of us: my brother Tom lives in Oslo.";
  llama.table.reads = {
    [says]: { facts: [TOM], requests: [{ kind: "off_record", target: "all of it", quote: says }] },
  };
  conversationId = undefined;
  await say(says);
  await untilPutAway(2);
  expect(await statusOf(TOM.text)).toBe("archived");
  expect(await found(["Tom", "Oslo"])).not.toContain("Oslo.");
  expect((await say(NEXT)).reply).toMatch(/^I have hidden 2 memories/);
  await say("yes");
  expect(await statusOf(TOM.text)).toBeUndefined();
  await until(async () => (await inFiles(["Oslo"])).length === 0, "the words to go");
});

test("what is to be remembered becomes important", async () => {
  const says = "My brother Tom lives in Oslo, please hold on to this one.";
  llama.table.reads = {
    [says]: { facts: [TOM], requests: [{ kind: "remember", target: "where Tom lives" }] },
  };
  const { episodeId } = await api.say(says);
  const importance = async (): Promise<number> =>
    (await api.get(`/memory/episodes/${episodeId}`)).body.importance;
  await until(async () => (await importance()) >= 0.9, "the importance");
});
