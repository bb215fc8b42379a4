import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { copyFile, mkdir, readFile, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { batch, entity, testClock } from "../contracts/memory-store-story.ts";
import { type Client, client, until } from "../support/client.ts";
import { commandEnvironment, MAIN, type Ran, runEngram } from "../support/command.ts";
import { type TestNeo4j, leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";
import { NO_MODEL, type TestFolder, type TestService, startService, testFolder } from "../support/service.ts";

const LINES = { "content-type": "application/x-ndjson" };

/** Runs the CLI over the data folder `data` in this folder. */
const engram = (folder: TestFolder, args: string[], env: Record<string, string> = {}): Promise<Ran> =>
  runEngram(folder.path, args, { env: { LLAMA_CPP_URL: NO_MODEL, ...env } });

/** What a file says apart from when and for whom it was written, which its signature is over too. */
function recordsOf(text: string): string {
  return text
    .split("\n")
    .slice(1)
    .join("\n")
    .replace(/,"signature":\{[^}]*\}/, "");
}

/** The file with other records, and the checksum that fits them. */
function forged(file: string, change: (line: string) => string): string {
  const [head = "", ...rest] = file.trimEnd().split("\n");
  const footer = JSON.parse(rest.pop() ?? "") as { sha256: string };
  const lines = rest.map(change);
  const sha256 = createHash("sha256")
    .update(`${lines.join("\n")}\n`)
    .digest("hex");
  return `${[head, ...lines, JSON.stringify({ ...footer, sha256 })].join("\n")}\n`;
}

async function told(api: Client): Promise<void> {
  await api.say("My brother Otto lives in Turku.");
  await api.say("My sister Anna works as a nurse.");
  await api.say("My locker code is tangerine 4711.");
  await api.verify();
  const { body } = await api.get("/memory/search?q=tangerine&limit=5");
  const episode = (body.results as { kind: string; id: string }[]).find(({ kind }) => kind === "episode");
  const forgotten = await api.post("/memory/forget", { episodeId: episode?.id });
  expect(forgotten.status).toBe(200);
}

describe("moving memory over HTTP and by command", () => {
  let folder: TestFolder;
  let service: TestService;
  let api: Client;
  let exported: string;

  beforeAll(async () => {
    folder = await testFolder();
    service = await startService(folder.path, { BACKUP_DIR: join(folder.path, "copies"), BACKUP_KEEP: "2" });
    api = client(service.url);
    await told(api);
    exported = (await api.get("/memory/export")).text;
  });
  afterAll(async () => {
    await service.stop();
    await folder.remove();
  });

  test("a folder for backups that cannot be written is named, and what is no file is not replaced", async () => {
    const own = await testFolder();
    const env = { BACKUP_DIR: "/dev/null/backups" };
    const named = /^engram backup: BACKUP_DIR: \/dev\/null\/backups cannot be written \(E\w+\)$/m;
    expect(await engram(own, ["backup", "--user", "local"], env)).toMatchObject({
      code: 1,
      err: expect.stringMatching(named),
    });
    const place = join(own.path, "place");
    const link = join(own.path, "link");
    await mkdir(place);
    await writeFile(join(place, "file"), "");
    await symlink(join(place, "file"), link);
    for (const path of [place, link, "/dev/null"])
      expect(await engram(own, ["export", path])).toMatchObject({
        code: 1,
        err: `engram export: file: ${path} is not a file\n`,
      });
    await own.remove();
  });

  test("pages of Markdown have days of their owner's zone, file names of any system, and branches whole", async () => {
    const own = await testFolder();
    const at = await startService(own.path);
    try {
      const mine = client(at.url);
      await mine.send("PUT", "/settings", { timeZone: "Pacific/Auckland" });
      await mine.say("My cousin Con moved to Cork on 3 May 2024.");
      await mine.say("My aunt Ida moved to Ghent in 2019.");
      const text = "The ship is docked.";
      const ship = { subject: `M${"🚢".repeat(60)}`, predicate: "STATE", object: "docked", text };
      expect((await mine.post("/memory/facts", { ...ship, objectKind: "value" })).status).toBe(201);
      const cake = "🎂".repeat(80);
      const { conversationId } = await mine.say("My dog Rex likes cake.");
      const { episodeId } = await mine.say("It was his birthday.", { conversationId });
      await mine.say(cake, { branchFrom: episodeId });
      await mine.verify();
      expect(await engram(own, ["export", "pages", "--markdown"])).toMatchObject({ code: 0 });
      expect(await engram(own, ["export", "missing/m.jsonl"])).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^engram export: ENOENT: no such file .*missing\/m\.jsonl[^\n]*\n$/),
      });
      const pages = join(own.path, "pages");
      const read = (...path: string[]) => readFile(join(pages, ...path), "utf8");
      expect(await read("Con_.md")).toContain("moved to Cork. (verified, from 2024-05-03)");
      expect(await read("Ida.md")).toContain("moved to Ghent. (verified, from 2019)");
      expect((await readdir(pages)).filter((name) => name.includes("\ufffd"))).toEqual([]);
      const talks = await readdir(join(pages, "Conversations"));
      const branch = await read("Conversations", talks.find((name) => name.includes("🎂")) ?? "");
      expect(branch.match(/^(?:My dog.*|It was.*|🎂+)$/gmu)).toEqual(["My dog Rex likes cake.", cake]);
    } finally {
      await at.stop();
      await own.remove();
    }
  });

  test("pages of Markdown tell what is known with its words, and are no journal", async () => {
    const own = await testFolder();
    const at = await startService(own.path);
    try {
      const mine = client(at.url);
      await mine.say("My brother Otto lives in Turku.");
      await mine.say("Off the record: my brother Otto snores.");
      await mine.verify();
      const run = await engram(own, ["export", "pages", "--markdown", "--json"]);
      expect(run).toMatchObject({ code: 0, err: expect.stringContaining("1 of conversations") });
      const pages = await readdir(join(own.path, "pages"), { recursive: true });
      expect(pages).toContain("Otto.md");
      expect(pages.filter((name) => name.includes("jsonl"))).toEqual([]);
      const otto = await readFile(join(own.path, "pages", "Otto.md"), "utf8");
      expect(otto).toMatch(/^---\nengram: "[^"]+"\ntype: "person"\n/);
      expect(otto).toMatch(
        /- The user's brother Otto lives in Turku\. \(verified\) \[\[Turku\]\]\n {2}- “My brother Otto lives/,
      );
      const talk = pages.find((name) => /^Conversations.*\.md$/.test(name)) ?? "";
      expect(await readFile(join(own.path, "pages", talk), "utf8")).toContain(
        "My brother Otto lives in Turku.",
      );
      for (const name of pages.filter((one) => one.endsWith(".md")))
        expect(await readFile(join(own.path, "pages", name), "utf8")).not.toContain("snores");
      expect((await engram(own, ["export", "g.graphml", "--graphml"])).err).toMatch(/\d facts, \d links/);
      expect((await engram(own, ["export", "g.nq", "--rdf"])).err).toMatch(/\d facts, \d links/);
      expect(await readFile(join(own.path, "g.nq"), "utf8")).toContain("<urn:engram:predicate:LIVES_IN>");
      const graph = await readFile(join(own.path, "g.graphml"), "utf8");
      const node = /<node id="([^"]+)"><data key="name_node">Turku<\/data>/.exec(graph)?.[1];
      expect(graph).toMatch(
        new RegExp(
          `target="${node}"><data key="predicate_edge">LIVES_IN</data>.*brother Otto lives in Turku`,
        ),
      );
      expect(graph).not.toContain("snores");
      expect((await engram(own, ["export", "t.jsonl", "--training"])).code).toBe(0);
      const chats = await readFile(join(own.path, "t.jsonl"), "utf8");
      expect(chats).toContain("[extraction request]");
      expect(chats).not.toContain("snores");
      const misfit = await engram(own, ["export", "t.jsonl", "--training", "--user", "bob"]);
      expect([misfit.code, misfit.err]).toEqual([2, expect.stringContaining("--user")]);
      const before = (await mine.get("/memory/stats")).body.episodes;
      await engram(own, ["import", "pages"]);
      expect((await mine.get("/memory/stats")).body.episodes).toBe(before);
    } finally {
      await at.stop();
      await own.remove();
    }
  });

  async function keyOf(user: string): Promise<Client> {
    const run = JSON.parse(await readFile(join(folder.path, "data/engram.run.json"), "utf8")) as {
      adminToken: string;
    };
    const made = await api.post("/admin/keys", { user }, { "x-engram-admin": run.adminToken });
    return client(service.url, made.body.key as string);
  }

  test("an export streams the whole memory, without what was forgotten", async () => {
    const answer = await api.get("/memory/export");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
    expect(answer.headers.get("content-disposition")).toMatch(
      /attachment; filename="engram-memory-.*\.jsonl"/,
    );
    expect(answer.text).toContain("Otto");
    expect(answer.text).not.toContain("tangerine");
    expect(recordsOf(answer.text)).toBe(recordsOf(exported));
    const zipped = await fetch(`${service.url}/memory/export?gzip=true&vectors=true`);
    expect(zipped.headers.get("content-type")).toBe("application/gzip");
    expect(recordsOf(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString())).toBe(
      recordsOf(exported),
    );
    expect((await api.get("/memory/export?vectors=perhaps")).status).toBe(400);
  });

  test("an import refuses what is no file of a memory, and takes nothing of it", async () => {
    const before = recordsOf((await api.get("/memory/export")).text);
    const cut = exported.slice(0, Math.floor(exported.length / 2));
    for (const body of ["", "Dear diary", cut, exported.replace("Otto", "Ossi")]) {
      const answer = await api.send("POST", "/memory/import", body, LINES);
      expect(answer.status).toBe(400);
      expect(answer.body.code).toBe("invalid_request");
      expect(answer.body.errors[0].field).toBe("file");
      expect(answer.text).not.toContain("Otto");
    }
    const json = await api.send("POST", "/memory/import", { a: 1 });
    expect(json.status).toBe(415);
    expect(json.body.detail).toContain("application/x-ndjson");
    expect((await api.send("POST", "/memory/import")).status).toBe(415);
    expect(recordsOf((await api.get("/memory/export")).text)).toBe(before);
    expect((await readdir(join(folder.path, "data"))).filter((name) => name.startsWith("import-"))).toEqual(
      [],
    );
  });

  test("a file that claims more than its turns say, or what no time is, is not believed", async () => {
    const other = await testFolder();
    const there = await startService(other.path);
    try {
      const fresh = client(there.url);
      const impossible = forged(exported, (line) =>
        line.replace(/"createdAt":"\d{4}-\d\d/, '"createdAt":"2026-77'),
      );
      const refused = await fresh.send("POST", "/memory/import", impossible, LINES);
      expect(refused.body.detail).toMatch(/createdAt/);
      const untold = forged(exported, (line) =>
        line.startsWith('{"kind":"fact"') ? line.replaceAll("Turku", "Paris") : line,
      );
      const taken = await fresh.send("POST", "/memory/import", untold, LINES);
      expect(taken.body).toMatchObject({ signature: "other", asItIs: false });
      await fresh.verify();
      const { body } = await fresh.get("/memory/facts?limit=50");
      const facts = body.items as { text: string; status: string }[];
      expect(facts.filter(({ text, status }) => text.includes("Paris") && status === "verified")).toEqual([]);
      expect(facts.some(({ text, status }) => text.includes("nurse") && status === "verified")).toBe(true);
    } finally {
      await there.stop();
      await other.remove();
    }
  });

  test("a file is taken by another service: dry run, import, again", async () => {
    const other = await testFolder();
    const there = await startService(other.path, {}, { transferBytesMax: 1024 ** 2 });
    try {
      const fresh = client(there.url);
      const trust = "/memory/import?trust=true";
      const dry = await fresh.send("POST", `${trust}&dryRun=true`, exported, LINES);
      expect(dry.body).toMatchObject({ from: "local", known: 0, skipped: 0, conflict: null });
      expect((await fresh.get("/memory/stats")).body.episodes).toBe(0);
      const zipped = new Uint8Array(
        await (await fetch(`${service.url}/memory/export?gzip=true`)).arrayBuffer(),
      );
      const taken = await fresh.send("POST", trust, zipped, { "content-type": "application/gzip" });
      expect(taken.status).toBe(200);
      expect(taken.body).toMatchObject({ added: dry.body.records, skipped: 0 });
      expect(recordsOf((await fresh.get("/memory/export")).text)).toBe(recordsOf(exported));
      const again = await fresh.send("POST", trust, exported, LINES);
      expect(again.body).toMatchObject({ added: 0, known: dry.body.records });
      const found = (await fresh.get("/memory/search?q=Otto&limit=5")).body.results as { text: string }[];
      expect(found.some(({ text }) => text.includes("Turku"))).toBe(true);
      const changes = (await fresh.get("/memory/changes?limit=1")).body.items as { id: string }[];
      expect((await fresh.post(`/memory/changes/${changes[0]?.id ?? ""}/undo`, {})).status).toBe(200);
      const all = (await fresh.get("/memory/changes?limit=200")).body.items as { runId: string | null }[];
      const run = all.find(({ runId }) => runId !== null)?.runId ?? "";
      expect((await fresh.post(`/maintenance/runs/${run}/undo`, {})).body.undone).toBeGreaterThan(0);
      expect((await fresh.post(`/maintenance/runs/nobody/undo`, {})).status).toBe(404);
      const large = await fresh.send("POST", "/memory/import", "x".repeat(1024 * 1024 + 1), LINES);
      expect(large.status).toBe(413);
    } finally {
      await there.stop();
      await other.remove();
    }
  });

  test("a memory of another origin is a conflict; each user takes and gives their own alone", async () => {
    const bob = await keyOf("bob");
    const empty = await bob.get("/memory/export");
    expect(empty.text).not.toContain("Otto");
    await bob.say("My dog Rex sleeps a lot.");
    const answer = await bob.send("POST", "/memory/import", exported, LINES);
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe("conflict");
    const dry = await bob.send("POST", "/memory/import?dryRun=true", exported, LINES);
    expect(dry.body.conflict).toContain("another origin");
    expect((await bob.get("/memory/export")).text).not.toContain("Otto");
  });

  test("commands reach the running service: export, restore, backup", async () => {
    const file = join(folder.path, "mine.jsonl.gz");
    const out = await engram(folder, ["export", file]);
    expect(out.err).toContain("the memory of local");
    expect(out.code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(recordsOf(gunzipSync(await readFile(file)).toString())).toBe(recordsOf(exported));
    const foreign = await engram(folder, ["restore", file, "--user", "dan"]);
    expect(foreign.out).toMatch(/for another user: statements are unverified until they are checked/);
    expect(foreign.out).toMatch(/4 statements wait to be checked, 0 are refused/);
    expect(foreign.out).toMatch(/--trust takes it as it is; undo the run \S+ before that/);
    const dry = await engram(folder, ["restore", file, "--user", "carl", "--trust", "--dry-run"]);
    expect(dry.out).toMatch(
      /local into that of carl: \d+ records, \d+ new, 0 there already; nothing was written/,
    );
    const restored = await engram(folder, ["restore", file, "--user", "carl", "--trust"]);
    expect(restored).toMatchObject({ code: 0 });
    expect(restored.out).toContain("taken as it is, as you said that it is yours");
    expect(restored.out).toMatch(/, 0 left out/);
    const carl = await keyOf("carl");
    expect(recordsOf((await carl.get("/memory/export")).text)).toBe(recordsOf(exported));
    const own = await engram(folder, ["restore", file]);
    expect(own.out).toMatch(/signed by this installation: taken as it is/);
    expect(own.out).toMatch(/ 0 new, /);
    await writeFile(join(folder.path, "broken"), "nonsense");
    const broken = await engram(folder, ["restore", "broken"]);
    expect(broken.code).toBe(1);
    expect(broken.err).toContain("not a memory that Engram wrote");
    const backup = await engram(folder, ["backup"]);
    expect(backup).toMatchObject({ code: 0 });
    const files = await readdir(join(folder.path, "copies"));
    expect(files.some((name) => /^backup_local_[\dTZ-]+\.jsonl\.gz$/.test(name))).toBe(true);
    expect(files.some((name) => name.startsWith("backup_carl_"))).toBe(true);
    expect((await stat(join(folder.path, "copies"))).mode & 0o777).toBe(0o700);
  });

  test("the job backs one user up, a dry run writes nothing, the oldest go", async () => {
    const dora = await keyOf("dora");
    await dora.say("My cat Mia is seven.");
    await dora.extracted();
    const run = async (dryRun: boolean): Promise<Record<string, number>> => {
      const { body } = await dora.post("/maintenance/jobs/backup/run", { dryRun });
      let record: any;
      await until(async () => {
        record = (await dora.get(`/maintenance/runs/${body.runId as string}`)).body;
        return record.state !== "running";
      });
      expect(record.state).toBe("done");
      return record.result as Record<string, number>;
    };
    const mine = async (): Promise<string[]> =>
      (await readdir(join(folder.path, "copies")).catch(() => [])).filter((name) => name.includes("dora"));
    expect((await run(true)).records).toBeGreaterThan(0);
    expect(await mine()).toEqual([]);
    for (let n = 0; n < 3; n++) await run(false);
    expect((await mine()).length).toBe(2);
  });
});

const missing = neo4jMissing();

describe.skipIf(missing !== null)(`engram migrate${missing === null ? "" : ` (${missing})`}`, () => {
  let folder: TestFolder;
  let neo4j: TestNeo4j;
  let env: Record<string, string>;

  beforeAll(async () => {
    neo4j = await leaseNeo4j();
    folder = await testFolder();
    env = { NEO4J_URI: neo4j.uri, NEO4J_USER: neo4j.user, NEO4J_PASSWORD: neo4j.password };
  }, 240_000);
  afterAll(() => folder?.remove());

  test("SQLite to Neo4j and back: the same export, and it goes on there", async () => {
    const first = await startService(folder.path, env);
    await told(client(first.url));
    const before = (await client(first.url).get("/memory/export")).text;
    const busy = await engram(folder, ["migrate", "--from", "sqlite", "--to", "neo4j"], env);
    expect(busy.code).toBe(1);
    expect(busy.err).toContain("in use by another process");
    await first.stop();

    const there = await engram(folder, ["migrate", "--from", "sqlite", "--to", "neo4j"], env);
    expect(there.err).toContain("set STORE=neo4j");
    expect(there.out).toContain("the same on both sides");
    expect(there.code).toBe(0);
    await expect(startService(folder.path)).rejects.toThrow(/^STORE: this memory moved to Neo4j/);
    expect((await readdir(join(folder.path, "data"))).filter((name) => name.startsWith("engram.db"))).toEqual(
      ["engram.db.moved"],
    );
    await copyFile(join(folder.path, "data/engram.db.moved"), join(folder.path, "data/engram.db"));
    const twice = await engram(folder, ["migrate", "--from", "sqlite", "--to", "neo4j"], env);
    expect(twice.code).toBe(1);
    expect(twice.err).toContain("neo4j is not empty");

    const second = await startService(folder.path, { ...env, STORE: "neo4j" });
    const api = client(second.url);
    expect(recordsOf((await api.get("/memory/export")).text)).toBe(recordsOf(before));
    await api.say("My uncle Emil paints boats.");
    await api.extracted();
    const later = (await api.get("/memory/export")).text;
    expect(later).toContain("Emil");
    await second.stop();

    const back = await testFolder();
    try {
      await mkdir(join(back.path, "data"));
      await copyFile(join(folder.path, "data/engram.key"), join(back.path, "data/engram.key"));
      const home = await engram(back, ["migrate", "--from", "neo4j", "--to", "sqlite"], env);
      expect(home.err).toContain("set STORE=sqlite");
      expect(home.code).toBe(0);
      const third = await startService(back.path);
      expect(recordsOf((await client(third.url).get("/memory/export")).text)).toBe(recordsOf(later));
      await third.stop();
    } finally {
      await back.remove();
    }
  }, 240_000);

  test("killed in the middle, it goes on where it was; another move is refused meanwhile", async () => {
    await neo4j.wipe();
    const home = await testFolder();
    try {
      const file = join(home.path, "data/engram.db");
      const store = await createSqliteStore({ file, clock: testClock() });
      const people = Array.from({ length: 2000 }, (_, i) => entity(`x${i}`, `Person ${i}`));
      for (let i = 0; i < people.length; i += 500) {
        const some = people.slice(i, i + 500);
        await store.forUser("ann").apply(batch(some.map((one) => ({ op: "entity.put", entity: one }))));
      }
      await store.close();
      await killedAt(home, /ann: [12]\d01 records/);
      const mark = await readFile(join(home.path, "data/engram.migrate.json"), "utf8");
      expect(JSON.parse(mark)).toMatchObject({ from: "sqlite", to: "neo4j", current: { user: "ann" } });
      await expect(startService(home.path, { ...env, STORE: "neo4j" })).rejects.toThrow(/^STORE: a move /);
      const other = await engram(home, ["migrate", "--from", "neo4j", "--to", "sqlite"], env);
      expect(other.err).toContain("was cut off: end that one first");
      const again = await engram(home, ["migrate", "--from", "sqlite", "--to", "neo4j"], env);
      expect(again.err).toContain("Going on where the move of");
      expect(again.out).toMatch(/ann\t4001 records\tsha256 [0-9a-f]{64}\tthe same on both sides/);
      expect(await readdir(join(home.path, "data"))).not.toContain("engram.migrate.json");
    } finally {
      await home.remove();
    }
  }, 240_000);

  /** Starts the move and kills it when it says so. */
  function killedAt(home: TestFolder, says: RegExp): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [MAIN, "migrate", "--from", "sqlite", "--to", "neo4j"], {
        cwd: home.path,
        env: commandEnvironment(home.path, env),
      });
      let err = "";
      child.stderr.on("data", (chunk: Buffer) => {
        err += chunk.toString();
        if (says.test(err)) child.kill("SIGKILL");
      });
      child.on("close", (_code, signal) =>
        signal === "SIGKILL" ? resolve() : reject(new Error(`it was not killed:\n${err}`)),
      );
    });
  }

  test("wrong directions are told; without one the schema is brought up to date", async () => {
    expect((await engram(folder, ["migrate", "--from", "sqlite", "--to", "sqlite"], env)).err).toContain(
      "must be another store",
    );
    expect((await engram(folder, ["migrate", "--from", "oracle", "--to", "neo4j"], env)).err).toContain(
      "--from: must be sqlite or neo4j",
    );
    // What is there was moved from another folder, with its key.
    const refused = await engram(folder, ["migrate"], { ...env, STORE: "neo4j" });
    expect(refused.err).toContain("is not the key that this memory was made with");
    const schema = await engram(folder, ["migrate", "--new-hash-key"], { ...env, STORE: "neo4j" });
    expect(schema.out).toContain("The schema of neo4j is up to date");
  }, 120_000);
});
