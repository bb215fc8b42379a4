import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, open, rm, symlink, writeFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { readConfig } from "../../src/composition/config.ts";
import { chatGptExport } from "../support/chatgpt-export.ts";
import { client } from "../support/client.ts";
import { commandEnvironment, MAIN, type Ran, runEngram } from "../support/command.ts";
import { startFakeLlama } from "../support/fake-llama/index.ts";
import { startStandIn } from "../support/model-servers/stand-in.ts";
import { NO_MODEL, startProcess, startService, testFolder, type TestFolder } from "../support/service.ts";
import { zipOf } from "../support/zip.ts";

let folder: TestFolder;

beforeAll(async () => {
  folder = await testFolder();
});
afterAll(async () => {
  await folder.remove();
});

/** Runs the CLI with lines typed into it. */
const engram = (
  args: string[],
  input: string | Buffer = "",
  env: Record<string, string> = {},
): Promise<Ran> => runEngram(folder.path, args, { input, env });

test("chat in the terminal: tells, asks, shows why, verifies, leaves", async () => {
  const { code, out } = await engram(
    ["chat"],
    [
      "/help",
      "",
      "My brother Otto lives in Turku.",
      "/new",
      "Where does my brother live?",
      "/why",
      "/verify",
      "/facts",
      "/forget",
      "/mode memory",
      "Where does my brother live?",
      "/dedup",
      "/consolidate",
      "/backup",
      "/nonsense",
      "quit",
      "",
    ].join("\n"),
  );
  expect(code).toBe(0);
  expect(out).toContain("No language model is connected");
  expect(out).toContain("/search");
  expect(out).toMatch(/engram> .*Turku/);
  expect(out).toMatch(/\[1\] \((?:staged|complete)\).*Turku/);
  expect(out).toContain("verified");
  expect(out).toContain("noted: The user's brother Otto lives in Turku.");
  expect(out).toContain("! use /forget ID");
  expect(out).toContain("Answers come from memory alone.");
  expect(out).toMatch(/done: .*merged 0.*\(nothing was changed\)/);
  expect(out).toMatch(/done: .*groups 0.*\(nothing was changed\)/);
  expect(out).toMatch(/done: records \d+, bytes \d+/);
  expect(out).toContain("there is no /nonsense");
});

test("what a model says, or a memory holds, is shown and does nothing to the terminal", async () => {
  const own = await testFolder();
  const llama = await startFakeLlama();
  llama.reply("Look:\n\u001b]52;c;cm0=\u0007\u001b[2Jall\r of \u009b1mit\tis\u0008 here.");
  const lines = ["My brother Otto lives in Turku.\u001b[31m", "/search Otto", "quit", ""].join("\n");
  const { out } = await engram(["chat"], lines, { DATA_DIR: own.path, LLAMA_CPP_URL: llama.url });
  expect(out).toContain("engram> Look:\n]52;c;cm0=[2Jall of 1mit\tis here.\n");
  expect(out).toContain("lives in Turku.[31m");
  expect(out).not.toMatch(/[^\P{Cc}\n\t]/u);
  await llama.close();
  await own.remove();
});

test("an import is read, done twice it adds nothing, and broken files are refused", async () => {
  const file = join(folder.path, "conversations.json");
  const message = (id: string, role: string, text: string, time: number) => ({
    id,
    author: { role },
    create_time: time,
    content: { content_type: "text", parts: [text] },
  });
  const mapping = {
    root: { id: "root", message: null, parent: null, children: ["u1"] },
    u1: {
      id: "u1",
      message: message("u1", "user", "My aunt Signe keeps bees in Skagen.", 1_700_000_000),
      parent: "root",
      children: ["a1"],
    },
    a1: {
      id: "a1",
      message: message("a1", "assistant", "Lovely.", 1_700_000_010),
      parent: "u1",
      children: [],
    },
  };
  await writeFile(
    file,
    JSON.stringify([{ id: "c1", title: "Bees", create_time: 1_700_000_000, mapping, current_node: "a1" }]),
  );
  const first = await engram(["import", file]);
  expect(first.err).toContain("stored 1");
  expect(first.code).toBe(0);
  expect((await engram(["import", file])).err).toMatch(/done: .*stored 0, known 1/);
  const piped = await promisify(execFile)(process.execPath, [MAIN, "import", "/dev/stdin"], {
    env: commandEnvironment(folder.path),
  }).catch((error: unknown) => error);
  expect(piped).toMatchObject({ code: 1, stderr: "engram import: file: this is not a file\n" });
  await writeFile(file, "{ not json");
  const broken = await engram(["import", file]);
  expect(broken.code).toBe(1);
  expect(broken.err).toContain("file");
});

test("several files, zips and folders are imported at once, in whatever format, twice without doubles", async () => {
  const path = (name: string): string => join(folder.path, name);
  const uuid = (n: number): string => `0000000${n}-aaaa-4aaa-8aaa-aaaaaaaaaaaa`;
  const chat_messages = [{ uuid: uuid(1), sender: "human", text: "Our ferret Pip hides socks." }];
  await writeFile(path("claude.json"), JSON.stringify([{ uuid: uuid(2), name: "Pip", chat_messages }]));
  await writeFile(
    path("export.zip"),
    zipOf([
      { name: "conversations-000.json", content: chatGptExport({ conversations: 2, turns: 3, prefix: "p" }) },
      { name: "conversations-001.json", content: chatGptExport({ conversations: 1, turns: 3, prefix: "q" }) },
      { name: "user.json", content: "{}" },
    ]),
  );
  await mkdir(path("diary"));
  await writeFile(path("diary/2021-02-03.md"), "Moved the beehives to the orchard.");
  await writeFile(
    path("chat.txt"),
    "12/03/2024, 18:22 - Mia: The boat leaks.\n12/03/2024, 18:23 - Jon: Again?",
  );
  await writeFile(path("broken.json"), "[{");
  const files = ["claude.json", "export.zip", "diary", "chat.txt"].map(path);
  const home = { DATA_DIR: path("several") };

  const dry = await engram(["import", ...files, "--me", "Jon", "--dry-run", "--json"], "", home);
  expect(dry.code, dry.err).toBe(0);
  const told = JSON.parse(dry.out);
  expect(told).toMatchObject({ dryRun: true, stored: 0, files: 5, total: 6 });
  expect(told.survey.files.map((file: any) => [file.format, file.turns]).sort()).toEqual([
    ["chatgpt", 3],
    ["chatgpt", 6],
    ["claude", 1],
    ["journal", 1],
    ["whatsapp", 2],
  ]);
  expect(dry.err).toContain("diary/2021-02-03.md\tjournal\t1 conversations\t1 turns\t2021-02-03");
  expect(dry.err).toContain("Nothing was stored.");

  const first = await engram(["import", ...files, "--me", "Jon"], "", home);
  expect(first.err).toMatch(/done: .*turns 13, stored 13, known 0/);
  expect(first.err).toContain("export.zip/conversations-000.json (");
  expect(first.code).toBe(0);
  const again = await engram(["import", ...files, path("broken.json"), "--me", "Jon"], "", home);
  expect(again.err).toMatch(/done: .*turns 13, stored 0, known 13/);
  expect(again.err).toMatch(/broken.json\tnot read: .*not valid JSON/);
  expect(again.code, "one was not read").toBe(1);
  expect((await engram(["import", files[3] as string, "--me", "Nan"], "", home)).err).toContain("Mia, Jon");
  const service = await startService(folder.path, home);
  try {
    const page = (await client(service.url).get("/memory/episodes?limit=100")).body.items;
    expect(page).toHaveLength(13);
    const of = (words: string) => page.find((one: any) => one.userMessage.includes(words));
    expect(of("boat")).toMatchObject({ speaker: "Mia", source: "import" });
    expect(of("Again")).toMatchObject({ speaker: null });
    expect(of("beehives").occurredAt.slice(0, 10)).toBe("2021-02-03");
  } finally {
    await service.stop();
  }
});

test("no command ignores an argument", async () => {
  for (const name of Object.keys(COMMANDS).filter((one) => one !== "import")) {
    const { code, err } = await engram([name, "a", "b", "c"]);
    expect([code, err], name).toEqual([2, expect.stringContaining("unexpected argument")]);
  }
  for (const args of [
    ["keys", "list", "ann"],
    ["model", "reset", "chat"],
    ["restore", "a.jsonl", "b.jsonl"],
  ])
    expect((await engram(args)).code, args.join(" ")).toBe(2);
});

test("beside a running service the CLI speaks to it; a second service is refused", async () => {
  const service = await startService(folder.path);
  try {
    const second = await engram(["serve"], "", { APP_PORT: "0" });
    expect(second.code).toBe(1);
    expect(second.err).toContain("DATA_DIR");
    expect(second.err).toContain(service.url);
    const imported = (await client(service.url).get("/memory/search?q=bees+Skagen")).body.results;
    expect(imported[0].evidence[0].occurredAt).toBe("2023-11-14T22:13:20.000Z");
    const key = (await engram(["keys", "create", "ann"])).out.trim();
    expect(key).toMatch(/^eng_[0-9a-f]{16}_/);
    expect((await client(service.url).get("/memory/stats")).status).toBe(401);
    expect((await client(service.url, key).get("/memory/stats")).body.episodes).toBe(0);
    const id = key.split("_")[1] as string;
    expect((await engram(["keys", "list"])).out).toContain(`${id}\tann`);
    await engram(["keys", "revoke", id]);
    expect((await client(service.url).get("/memory/stats")).status, "it does not open again").toBe(401);
    // As from another container.
    await writeFile(
      join(folder.path, "data/engram.run.json"),
      JSON.stringify({ url: "http://127.0.0.1:3", pid: 1 }),
    );
    const elsewhere = await engram(["keys", "list"]);
    expect(elsewhere.code).toBe(1);
    expect(elsewhere.err).toMatch(/^engram keys: the service .* does not answer here.* docker exec.*\n$/);
  } finally {
    await service.stop();
  }
});

test("every command has help; a wrong call is told from a failure; answers come as JSON", async () => {
  for (const [name, { synopsis }] of Object.entries(COMMANDS)) {
    const help = await engram([name, "--help"]);
    expect([help.code, help.err], name).toEqual([0, ""]);
    expect(help.out).toContain(`engram ${synopsis}`);
  }
  for (const args of [["chat", "--nonsense"], ["restore"], ["keys", "lend"], ["maintain"]])
    expect((await engram(args)).code, args.join(" ")).toBe(2);
  for (const command of ["restore", "import"])
    expect(await engram([command, "nowhere.jsonl"])).toMatchObject({
      code: 1,
      err: `engram ${command}: file: there is no ${join(folder.path, "nowhere.jsonl")}\n`,
    });
  const latin = await engram(["chat"], Buffer.from("My aunt is called Jürgine.\n", "latin1"));
  expect(latin.out).toContain("! this is not UTF-8; it was not sent");
  const service = await startService(folder.path);
  const key = { ENGRAM_KEY: (await engram(["keys", "create", "local"])).out.trim() };
  try {
    for (const args of [
      ["keys", "list"],
      ["audit"],
      ["extractions"],
      ["rejections"],
      ["rejections", "--patterns"],
    ])
      expect(JSON.parse((await engram([...args, "--json"], "", key)).out), args.join(" ")).toBeTypeOf(
        "object",
      );
    for (const since of [[], ["--since", "last"]]) {
      const { files } = JSON.parse((await engram(["backup", ...since, "--json"])).out);
      expect(files[0].file).toMatch(since.length === 0 ? /\.jsonl\.gz$/ : /\.changes\.gz$/);
      const restored = JSON.parse((await engram(["restore", files[0].file, "--dry-run", "--json"])).out);
      expect(restored).toMatchObject({ user: "local", records: files[0].records, signature: "own" });
    }
    const exported = await engram(["export", join(folder.path, "out.jsonl"), "--json"]);
    expect(JSON.parse(exported.out)).toMatchObject({ user: "local", records: expect.any(Number) });
    const doctor = await engram(["doctor", "--json"], "", { HASH_KEY: "k".repeat(32), WEIGHT_RECENCY: "1" });
    expect(doctor.code).toBe(0);
    const { checks } = JSON.parse(doctor.out);
    const given = `configuration\n      DATA_DIR=${join(folder.path, "data")}\n      HASH_KEY=(given)`;
    expect(checks.slice(0, 2)).toEqual([
      { ok: true, text: given },
      { ok: true, text: "WEIGHT_RECENCY is no setting; .env.example lists all" },
    ]);
    expect(
      checks.map((one: any) => one.text),
      "without a key, where there are keys",
    ).toEqual(
      expect.arrayContaining([
        "health: ok",
        "store sqlite: ok",
        "queue in-process: ok; 0 waiting, 0 running",
        "jobs: none failed",
        expect.stringContaining("model none engram-notebook: ready; no language model is connected"),
        expect.stringContaining("embedder none: lexical mode"),
        "pending: 0 to extract, 0 to verify",
      ]),
    );
  } finally {
    await service.stop();
  }
});

test("doctor checks what it can and fails when something is wrong", async () => {
  const fine = await engram(["doctor"]);
  expect(fine.out).toContain("ok    store integrity");
  expect(fine.code).toBe(0);
  const down = await engram(["doctor"], "", { LLAMA_CPP_URL: NO_MODEL });
  expect(down.out).toContain("FAIL  model");
  expect(down.code).toBe(1);
  const json = { status: 200, type: "application/json" };
  const server = await startStandIn([
    { ...json, request: "GET /health", body: '{"status":"ok"}' },
    { ...json, request: "GET /v1/models", body: '{"object":"list","data":[{"id":"m"}]}' },
    { ...json, request: "POST /v1/chat/completions", status: 401, body: '{"error":"Invalid API Key"}' },
  ]);
  const refused = await engram(["doctor"], "", { LLAMA_CPP_URL: server.url });
  await server.close();
  expect(refused.out).toContain("FAIL  a request: The model server refused the key");
  expect(refused.out).toContain("FAIL  key: refused; set LLAMA_CPP_API_KEY");
  expect(refused.out).toContain("pending: 0 to extract");
});

test("a file .env is read as Windows writes it, and named where it cannot be", async () => {
  const env = join(folder.path, ".env");
  for (const text of ["\uFEFFAPP_PORT=many\r\n", Buffer.from("\uFEFFAPP_PORT=many\r\n", "utf16le")]) {
    await writeFile(env, text);
    expect((await engram(["serve"])).err).toContain(
      'APP_PORT: Invalid input: expected number, received NaN (it is "many")',
    );
    expect((await engram(["serve"], "", { APP_PORT: "more" })).err).toContain('(it is "more")');
  }
  await rm(env);
  await mkdir(env);
  expect(await engram(["doctor"])).toMatchObject({
    code: 1,
    err: "engram doctor: .env cannot be read (EISDIR)\n",
  });
  await rm(env, { recursive: true });
});

test("a start that waits for Neo4j ends when it is told to, also as the first process of a container", async () => {
  const child = spawn(process.execPath, [MAIN, "serve"], {
    cwd: folder.path,
    env: commandEnvironment(folder.path, {
      STORE: "neo4j",
      NEO4J_PASSWORD: "x",
      NEO4J_URI: "bolt://127.0.0.1:9",
    }),
  });
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([143, null]);
});

test.skipIf(!existsSync("/dev/full"))("a service whose log cannot be written goes on", async () => {
  const data = join(folder.path, "unlogged");
  const full = await open("/dev/full", "w");
  const child = spawn(process.execPath, [MAIN, "serve"], {
    cwd: folder.path,
    env: commandEnvironment(folder.path, {
      DATA_DIR: data,
      APP_PORT: "0",
      LOG_LEVEL: "debug",
      LLAMA_CPP_URL: NO_MODEL,
    }),
    stdio: ["ignore", full.fd, "ignore"],
  });
  const served = (): string => JSON.parse(readFileSync(join(data, "engram.run.json"), "utf8")).url;
  const url = await vi.waitFor(served, { timeout: 60_000, interval: 100 });
  expect((await client(url).get("/readyz")).status).toBe(200);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  await full.close();
});

const LAN = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === "IPv4")?.address;

test.skipIf(LAN === undefined)("a service at an address of the network is reached, and told", async () => {
  const only = await startService(folder.path, { APP_HOST: LAN ?? "" });
  expect((await engram(["doctor"])).out).toContain("ok    store sqlite: ok");
  expect((await engram(["keys", "create", "lena"])).out).toMatch(/^eng_/);
  await only.stop();
  const everywhere = await startProcess(folder.path, { APP_HOST: "0.0.0.0", LLAMA_CPP_URL: NO_MODEL });
  const { port } = new URL(everywhere.url);
  expect(everywhere.output()).toContain(`http://${LAN}:${port}\n`);
  process.kill(everywhere.pid, "SIGHUP");
  await setTimeout(300);
  expect((await client(everywhere.url).get("/livez")).status, "started with nohup, without a terminal").toBe(
    200,
  );
  await everywhere.stop();
});

test("linked as a command it runs from any folder, on the Node that npm installed and the one memory", async () => {
  const root = join(import.meta.dirname, "../..");
  await symlink(join(root, "src/engram.sh"), join(folder.path, "engram"));
  const { stdout } = await promisify(execFile)("./engram", ["help"], {
    cwd: folder.path,
    env: { PATH: "/usr/bin:/bin" },
  });
  expect(stdout).toContain("engram serve");
  const { DATA_DIR, BACKUP_DIR } = readConfig({ BACKUP_DIR: "../kept" });
  expect([DATA_DIR, BACKUP_DIR]).toEqual([join(root, "data"), join(root, "../kept")]);
});

test("it starts as a user of whom the machine knows no home", async () => {
  const homeless = `import os from "node:os"; import { syncBuiltinESMExports } from "node:module";
    os.homedir = () => { throw new Error("uv_os_homedir returned ENOENT"); }; syncBuiltinESMExports();`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(homeless)}`;
  expect(await engram(["help"], "", { NODE_OPTIONS })).toMatchObject({ code: 0, err: "" });
});

test("wrong settings and unknown commands are told and stop", async () => {
  const wrong = await engram(["serve"], "", { APP_PORT: "many" });
  expect(wrong.code).toBe(1);
  expect(wrong.err).toContain("APP_PORT");
  expect(await engram(["dance"])).toMatchObject({ code: 2, out: "", err: expect.stringContaining("dance") });
  expect(await engram(["--version"])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
  const own = { DATA_DIR: join(folder.path, "own") };
  const tested = await engram(["model", "test", NO_MODEL], "", own);
  expect([tested.code, tested.out]).toEqual([1, expect.stringContaining(`${NO_MODEL}: down`)]);
  expect((await engram(["help"])).out).toContain("engram serve");
});
