import { createHash, createHmac } from "node:crypto";
import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Who has the database, an export or a backup tries 10,000 PINs against every hash in it. */
let folder: TestFolder;
let service: TestService;
let fake: FakeLlama;
let api: Client;

const PIN = "4821";
const REPLY = "I will keep that in mind.";
const NEXT = "What is the weather like?";
type Message = { role: "user" | "assistant"; content: string };

beforeAll(async () => {
  folder = await testFolder();
  fake = await startFakeLlama({ slots: 2 });
  fake.reply((body) => (body.response_format === undefined ? { content: REPLY } : undefined));
  fake.extract = () => ({ turns: [] });
  service = await startService(folder.path, { LLAMA_CPP_URL: fake.url, IDLE_AFTER_MINUTES: "600" });
  api = client(service.url);
});
afterAll(async () => {
  await service?.stop();
  await fake?.close();
  await folder?.remove();
});

/** Says these in one thread, as a client does that resends its history. */
async function thread(...said: string[]): Promise<void> {
  const messages: Message[] = [];
  for (const content of said) {
    messages.push({ role: "user", content });
    const { body } = await api.post("/v1/chat/completions", { model: "any", messages });
    messages.push({ role: "assistant", content: body.choices[0].message.content });
  }
}

/** Hashes of the words that the turns are known by, with the ids of conversations. */
function turnHashes(): { user_message: string; chain_hash: string | null; conversation_id: string }[] {
  const db = new DatabaseSync(join(folder.path, "data/engram.db"), { readOnly: true });
  const rows = db.prepare("SELECT user_message, chain_hash, conversation_id FROM episodes ORDER BY n").all();
  db.close();
  return rows as ReturnType<typeof turnHashes>;
}

const hex = (text: string): string => createHash("sha256").update(text).digest("hex");
const chained = (before: string, role: string, text: string): string => hex(`${before}\n${role}\n${text}`);
const message = (pin: string): string => `My PIN is ${pin}`;
const words = (pin: string): string[] => [`my pin is ${pin}`, pin];

/** What a hash of a guess may look like for somebody who has the database, and every value in it that may be a key. */
function guesses(pin: string, salts: Buffer[]): string[] {
  const turn = chained(chained("", "user", message(pin)), "assistant", REPLY);
  const next = chained(chained(turn, "user", NEXT), "assistant", REPLY);
  const hashed = salts.flatMap((salt) =>
    words(pin).flatMap((content) =>
      ["words", "message"].map((space) => createHmac("sha256", salt).update(`${space}\0${content}`).digest()),
    ),
  );
  return [turn, next, ...hashed.flatMap((hash) => [hash.toString("base64"), hash.toString("latin1")])];
}

test("no hash in the database, an export or a backup gives a forgotten PIN away, and no key is in them", async () => {
  await thread(message(PIN), NEXT);
  const [first] = (await api.get("/memory/episodes")).body.items.filter(
    (turn: { userMessage: string }) => turn.userMessage === message(PIN),
  );
  expect((await api.post("/memory/forget", { episodeId: first.id })).status).toBe(200);
  const db = new DatabaseSync(join(folder.path, "data/engram.db"), { readOnly: true });
  const owners = db.prepare("SELECT * FROM users").all() as Record<string, unknown>[];
  const salts = owners.flatMap((row) =>
    Object.values(row).flatMap((value) => (value instanceof Uint8Array ? [Buffer.from(value)] : [])),
  );
  db.close();
  expect(salts.length).toBeGreaterThan(0);
  await api.post("/maintenance/jobs/backup/run", {});
  const exported = (await api.get("/memory/export?tombstones=true")).text;
  const raw = (await readFile(join(folder.path, "data/engram.db"))).toString("latin1");
  const log = (await readFile(join(folder.path, "data/engram.db-wal"))).toString("latin1");
  const texts = [raw, log, exported];
  const found = guesses(PIN, salts).filter((guess) => texts.some((text) => text.includes(guess)));
  expect(found, "hashes that a guess of the PIN confirms").toEqual([]);

  const path = join(folder.path, "data/engram.key");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const key = (await readFile(path, "utf8")).trim();
  for (const text of texts) {
    expect(text).not.toContain(key);
    expect(text).not.toContain(Buffer.from(key, "hex").toString("latin1"));
  }
  expect((await api.get("/memory/export")).text).not.toContain('"kind":"hashes"');
  expect((await readdir(join(folder.path, "data"))).filter((name) => name.includes("partial"))).toEqual([]);
});

test("a turn's hash is of its own words alone: what was said before it cannot be read from it", async () => {
  await thread("I was born in Lund.", "Thanks!", "Bye!");
  await thread("I was born in Oslo.", "Thanks!", "Bye!");
  const thanks = turnHashes().filter((turn) => turn.user_message === "Thanks!");
  expect(new Set(thanks.map((turn) => turn.chain_hash)).size).toBe(1);
  expect(thanks[0]?.chain_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(thanks.map((turn) => turn.conversation_id)).size, "each goes on in its own thread").toBe(2);
  const byes = turnHashes().filter((turn) => turn.user_message === "Bye!");
  expect(byes.map((turn) => turn.conversation_id)).toEqual(thanks.map((turn) => turn.conversation_id));
});

test("a thread goes on after one of its turns was forgotten", async () => {
  const messages: Message[] = ["I like tea.", "I hate rain.", "Good night."].flatMap((content) => [
    { role: "user", content },
    { role: "assistant", content: REPLY },
  ]);
  await thread("I like tea.", "I hate rain.", "Good night.");
  const [{ id, conversationId }] = (await api.get("/memory/episodes")).body.items.filter(
    (turn: { userMessage: string }) => turn.userMessage === "I hate rain.",
  );
  await api.post("/memory/forget", { episodeId: id });
  messages.push({ role: "user", content: "Are you there?" });
  await api.post("/v1/chat/completions", { model: "any", messages });
  expect(turnHashes().at(-1)).toMatchObject({
    user_message: "Are you there?",
    conversation_id: conversationId,
  });
});
