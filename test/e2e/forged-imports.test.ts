import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, client } from "../support/client.ts";
import { MemoryFile, OWNER_SAYS } from "../support/forged-imports.ts";
import {
  adminTokenOf,
  exported,
  heldTrue,
  listed,
  NOTHING_TAKEN,
  openForgedStage,
  send,
  takeForgedFiles,
  type ForgedStage,
} from "../support/forged-imports-stage.ts";
import { type TestFolder, type TestService, startService, testFolder } from "../support/service.ts";

/** What a file says is believed as far as this installation signed it, or its words bear it out. */
let stage: ForgedStage;
let folder: TestFolder;
let service: TestService;
let owner: Client;
let own: string;

beforeAll(async () => {
  stage = await openForgedStage({});
  ({ folder, service, owner, own } = stage);
});
afterAll(() => stage?.close());

const user = (name: string): Promise<Client> => stage.user(name);

test("of forged files nothing is believed, and nothing of the owner's changes", async () => {
  expect(stage.cases.length).toBeGreaterThanOrEqual(40);
  const { atOnce, lies, changed, said, accepted } = await takeForgedFiles(stage);
  expect({ atOnce, lies, changed, said, accepted }).toEqual(NOTHING_TAKEN);
});

test("what was forgotten with everything else does not come back in a file that nobody signed", async () => {
  const api = await user("forgetter");
  for (const text of OWNER_SAYS) await api.say(text);
  await api.verify();
  const unsigned = new MemoryFile(await exported(api)).text();
  await api.post("/memory/forget", { everything: true });
  const answer = await send(api, unsigned);
  expect(await heldTrue(api)).not.toMatch(/Otto|Turku|Oslo|Anna|nurse/);
  expect((await api.get("/memory/episodes")).text).not.toMatch(/Otto|Turku|Oslo|Anna|nurse/);
  expect(answer.body).toMatchObject({ asItIs: false, added: 0, staged: 0 });
});

describe("who wrote it", () => {
  const noteOf = async (api: Client, text: string): Promise<[string, string]> => {
    const { signature, note } = (await send(api, text, "?dryRun=true")).body as Record<string, string>;
    return [signature ?? "", note ?? ""];
  };

  test("is told, before anything is written and after", async () => {
    const api = await user("reader");
    const unsigned = new MemoryFile(own).text();
    const changed = new MemoryFile(own);
    changed.records.pop();
    expect(await noteOf(owner, own)).toEqual(["own", "signed by this installation: taken as it is"]);
    expect(await noteOf(api, unsigned)).toEqual([
      "none",
      expect.stringMatching(/^not signed: .* unverified/),
    ]);
    expect(await noteOf(api, own)).toEqual(["other_user", expect.stringContaining("for another user")]);
    expect(await noteOf(api, changed.text({ signature: "kept" }))).toEqual([
      "changed",
      expect.stringContaining("changed since it was written"),
    ]);
    expect((await send(api, unsigned)).body).toMatchObject({
      signature: "none",
      asItIs: false,
      conflict: null,
    });
  });

  test("one's own file is taken as it is, also into a new folder with the same key, and the same comes out", async () => {
    const bare = (text: string): string[] => text.trimEnd().split("\n").slice(1, -1);
    const again = await testFolder();
    await mkdir(join(again.path, "data"));
    await copyFile(join(folder.path, "data/engram.key"), join(again.path, "data/engram.key"));
    await withOwnerAt(again, async (api) => {
      expect((await send(api, own)).body).toMatchObject({
        signature: "own",
        asItIs: true,
        skipped: 0,
        staged: 0,
      });
      expect(bare(await exported(api))).toEqual(bare(own));
      expect((await send(api, own)).body).toMatchObject({ added: 0 });
    });
  });

  test("without the key it is staged, checked by its words, and can be believed as a whole", async () => {
    const alone = await testFolder();
    await withOwnerAt(alone, async (api) => {
      const staged = (await send(api, own)).body;
      expect(staged).toMatchObject({ signature: "other", asItIs: false, refused: 0, forgotten: 0 });
      expect(staged.staged).toBeGreaterThanOrEqual(4);
      const texts = async (): Promise<string[]> =>
        (await listed(api, "/memory/facts?limit=200"))
          .filter(({ status }) => status === "verified")
          .map(({ text }) => text as string)
          .sort();
      expect(await texts()).toEqual([]);
      const twice = (await send(api, own)).body;
      expect(twice).toMatchObject({ added: 0, staged: 0, refused: 0 });
      const undone = await api.post(`/maintenance/runs/${staged.runId as string}/undo`, {});
      expect(undone.body.undone).toBeGreaterThan(0);
      expect(await listed(api, "/memory/facts?limit=200")).toEqual([]);
      const trusted = (await send(api, own, "?trust=true")).body;
      expect(trusted).toMatchObject({ signature: "other", asItIs: true, staged: 0 });
      expect(trusted.note).toContain("as you said that it is yours");
      const mine = new MemoryFile(own).of("fact").map(({ text }) => text as string);
      expect(await texts()).toEqual(mine.sort());
      const [act] = await listed(api, "/maintenance/audit");
      expect(act).toMatchObject({ act: "restore_trusted", targets: ["signature other"] });
    });
  });

  test("a file that was changed is not believed, whatever its owner says; one that anybody wrote is on their word", async () => {
    const api = await user("trusting");
    const changed = new MemoryFile(own);
    changed.records.pop();
    const refused = await send(api, changed.text({ signature: "kept" }), "?trust=true");
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain("changed since");
    const written = await user("writer");
    const key = await client(service.url, written.key).post("/keys", { rights: ["read", "write"] });
    expect(key.status).toBe(201);
    const lesser = client(service.url, key.body.key as string);
    expect((await send(lesser, own, "?trust=true")).status).toBe(403);
    expect((await send(written, own, "?trust=true")).body).toMatchObject({ asItIs: true });
  });

  test("what its words bear out is believed once it was checked, what they do not is refused and can be read", async () => {
    const api = await user("checker");
    const file = new MemoryFile(own);
    const like = structuredClone(file.find("fact", "lives in Oslo"));
    file.add("fact", {
      ...like,
      id: "stated",
      predicate: "PLAYS",
      text: "The user plays chess.",
      value: "chess",
      objectId: null,
      evidence: [],
    });
    expect((await send(api, file.text())).body).toMatchObject({ refused: 1 });
    await api.verify();
    const facts = await listed(api, "/memory/facts?limit=200");
    expect(facts.filter(({ status }) => status === "verified").map(({ text }) => text as string)).toContain(
      "The user lives in Oslo.",
    );
    const [rejection] = await listed(api, "/memory/rejections");
    expect(rejection).toMatchObject({ reason: "no_evidence", detail: "a file states it without any words" });
    const accepted = await api.post(`/memory/rejections/${rejection.id as string}/accept`, {});
    expect(accepted.body.fact).toMatchObject({ text: "The user plays chess.", status: "verified" });
  });
});

/** The owner in a service of their own, in this folder. */
async function withOwnerAt(at: TestFolder, work: (api: Client) => Promise<void>): Promise<void> {
  const there = await startService(at.path, { IDLE_AFTER_MINUTES: "600" });
  try {
    const headers = { "x-engram-admin": await adminTokenOf(at) };
    const { body } = await client(there.url).post("/admin/keys", { user: "owner" }, headers);
    await work(client(there.url, body.key as string));
  } finally {
    await there.stop();
    await at.remove();
  }
}
