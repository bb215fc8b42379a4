import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { type Client, client } from "./client.ts";
import {
  FORGOTTEN,
  type ForgedImport,
  MemoryFile,
  OTHER_SAYS,
  OWNER_SAYS,
  forgedImportCases,
} from "./forged-imports.ts";
import { type TestFolder, type TestService, startService, testFolder } from "./service.ts";

/** A service with an owner whose own file is forged in every way. */
const LINES = { "content-type": "application/x-ndjson" };

export interface ForgedStage {
  folder: TestFolder;
  service: TestService;
  owner: Client;
  /** The owner's own file. */
  own: string;
  cases: ForgedImport[];
  /** A new user. */
  user(name: string): Promise<Client>;
  close(): Promise<void>;
}

export async function openForgedStage(env: Record<string, string>): Promise<ForgedStage> {
  const folder = await testFolder();
  const service = await startService(folder.path, {
    IDLE_AFTER_MINUTES: "600",
    RATE_LIMIT_ENABLED: "false",
    ...env,
  });
  const adminToken = await adminTokenOf(folder);
  const user = async (name: string): Promise<Client> => {
    const nobody = client(service.url);
    const { body } = await nobody.post("/admin/keys", { user: name }, { "x-engram-admin": adminToken });
    return client(service.url, body.key as string);
  };
  const [owner, other] = [await user("owner"), await user("other")];
  for (const text of OWNER_SAYS) await owner.say(text);
  for (const text of OTHER_SAYS) await other.say(text);
  const { episodeId } = await owner.say(FORGOTTEN);
  await owner.verify();
  await other.verify();
  const older = await exported(owner);
  await owner.post("/memory/forget", { episodeId });
  const own = await exported(owner);
  const cases = forgedImportCases({ own, older, ofOther: await exported(other) });
  const close = async (): Promise<void> => {
    await service.stop();
    await folder.remove();
  };
  return { folder, service, owner, own, cases, user, close };
}

export async function adminTokenOf({ path }: TestFolder): Promise<string> {
  const run = JSON.parse(await readFile(join(path, "data/engram.run.json"), "utf8")) as {
    adminToken: string;
  };
  return run.adminToken;
}

export async function exported(api: Client): Promise<string> {
  return (await api.get("/memory/export?tombstones=true")).text;
}

export const send = (api: Client, text: string, query = "") =>
  api.send("POST", `/memory/import${query}`, text, LINES);

export async function listed(api: Client, path: string): Promise<any[]> {
  return (await api.get(path)).body.items as any[];
}

const BELIEVED = ["verified", "disputed"];

/** All that is believed, that answers to a name, or that would do something, and words that were forgotten; as text. */
export async function heldTrue(api: Client): Promise<string> {
  const facts = await listed(api, "/memory/facts?limit=200");
  const believed = facts.filter(({ status }) => BELIEVED.includes(status as string));
  const file = new MemoryFile(await exported(api));
  const words = [
    ...(await listed(api, "/memory/episodes?limit=200")),
    ...(await listed(api, "/memory/rejections?limit=200")),
  ].filter((one) => JSON.stringify(one).includes("tangerine"));
  const rest = file.records.filter(({ kind }) =>
    ["user", "tombstone", "review", "diff", "community", "entity"].includes(kind as string),
  );
  const changes = file.of("change").filter(({ actor, runId }) => actor === "user" || runId === "forged-run");
  return [believed, rest, changes, words].map((part) => JSON.stringify(part)).join("\n");
}

/** Every line of what an owner had before. */
async function missingOf(api: Client, before: string): Promise<string[]> {
  const now = new Set((await exported(api)).split("\n"));
  const kept = [
    "user",
    "tombstone",
    "episode",
    "entity",
    "fact",
    "change",
    "review",
    "rejection",
    "mentions",
  ];
  return before
    .split("\n")
    .filter((line) => kept.some((kind) => line.startsWith(`{"kind":"${kind}"`)) && !now.has(line));
}

/** Names of the cases in which a file got what it wanted. */
interface Taken {
  /** Something is believed right after it was taken. */
  atOnce: string[];
  /** Its lie is believed after a pass. */
  lies: string[];
  /** Something of the owner's is not what it was. */
  changed: string[];
  /** It is said to be taken as it is. */
  said: string[];
  /** A broken file, or one that ends in an error of the service. */
  accepted: string[];
}

export const NOTHING_TAKEN: Taken = { atOnce: [], lies: [], changed: [], said: [], accepted: [] };

export async function takeForgedFiles(stage: ForgedStage): Promise<Taken> {
  const atOnce: string[] = [];
  const lies: string[] = [];
  const changed: string[] = [];
  const said: string[] = [];
  const accepted: string[] = [];
  for (const [at, { name, into, text, lie, broken }] of stage.cases.entries()) {
    const api = await stage.user(`user-${at}`);
    if (into === "owner") expect((await send(api, stage.own, "?trust=true")).status).toBe(200);
    const before = await exported(api);
    const answer = await send(api, text);
    if (broken) {
      if (answer.status !== 400 || (await api.get("/memory/stats")).body.episodes !== 0) accepted.push(name);
      continue;
    }
    if (answer.status !== 200 && answer.status !== 409) accepted.push(name);
    if (answer.status === 200 && answer.body.asItIs !== false) said.push(name);
    const facts = await listed(api, "/memory/facts?limit=200");
    // An idle pass may have been here already: what it believes was staged before.
    const staged = new MemoryFile(await exported(api))
      .of("change")
      .filter(({ after }) => after?.status === "staged");
    const heard = before + JSON.stringify(staged.map(({ targetId }) => targetId as string));
    if (facts.some(({ id, status }) => BELIEVED.includes(status as string) && !heard.includes(id as string)))
      atOnce.push(name);
    await api.verify();
    if (lie.test(await heldTrue(api))) lies.push(name);
    if (into === "owner" && (await missingOf(api, before)).length > 0) changed.push(name);
    const { body } = await api.post("/memory/episodes", { text: "Otto phoned from Turku." });
    if (body.userMessage !== "Otto phoned from Turku.") changed.push(name);
  }
  return { atOnce, lies, changed, said, accepted };
}
