import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { createHash, createHmac } from "node:crypto";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { Parser } from "n3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { DEFAULT_SETTINGS } from "../../src/domain/model/user.ts";
import { DAY_MS, HOUR_MS } from "../../src/domain/model/time.ts";
import type { MemoryStore, UserStore } from "../../src/ports/memory-store.ts";
import { backUp } from "../../src/services/transfer/backup.ts";
import { withWholeFile } from "../../src/services/transfer/changes.ts";
import { writeMemoryFile } from "../../src/services/transfer/file.ts";
import { writeGraph } from "../../src/services/transfer/graph-file.ts";
import { type MoveState, moveStore } from "../../src/services/transfer/move.ts";
import { MemoryRecordSchema } from "../../src/services/transfer/record-schema.ts";
import { type TakeOptions, takeMemory } from "../../src/services/transfer/take.ts";
import { countingStore } from "../support/counting-store.ts";
import { SIGNING_KEY, takingTrusted } from "../support/memory-files.ts";
import { dumpAll, fullLife } from "../contracts/memory-store-transfer.ts";
import {
  START,
  type TestClock,
  batch,
  entity,
  fact,
  must,
  quote,
  say,
  tellStory,
  testClock,
} from "../contracts/memory-store-story.ts";

const MIB = 1024 * 1024;
const signed = { product: "0.0.0", signingKey: SIGNING_KEY };
const READ = { state: "done", attempts: 1, error: null } as const;
const writing = { ...signed, now: START, vectors: true, tombstones: true };

/** One bit of the checksum at its end. */
function flipped(bytes: Buffer): Buffer {
  const at = bytes.length - 6;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}

describe("a memory in a file", () => {
  let folder: string;
  let clock: TestClock;
  let store: MemoryStore;
  let ann: UserStore;
  let bob: UserStore;
  /** Without asking who wrote it. */
  let taking: TakeOptions;
  const at = (name: string): string => join(folder, name);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "engram-transfer-"));
    clock = testClock();
    store = await createSqliteStore({ file: at("engram.db"), clock });
    taking = takingTrusted({ store, clock });
    [ann, bob] = [store.forUser("ann"), store.forUser("bob")];
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  async function fileOfAnn(name = "ann.jsonl"): Promise<{ path: string; lines: string[] }> {
    await fullLife(ann);
    await writeMemoryFile(ann, at(name), writing);
    const bytes = await readFile(at(name));
    const text = name.endsWith(".gz") ? gunzipSync(bytes).toString() : bytes.toString();
    return { path: at(name), lines: text.trimEnd().split("\n") };
  }

  test.each(["ann.jsonl", "ann.jsonl.gz"])("%s is written privately and taken whole", async (name) => {
    const { path, lines } = await fileOfAnn(name);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((file) => file.includes("partial"))).toEqual([]);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      kind: "header",
      format: "engram-memory",
      version: 3,
      user: "ann",
      vectors: true,
    });
    const footer = JSON.parse(lines.at(-1) ?? "") as { records: number; counts: Record<string, number> };
    expect(footer.records).toBe(lines.length - 2);
    const taken = await takeMemory(bob, path, taking);
    expect(taken).toMatchObject({ from: "ann", added: footer.records, known: 0, skipped: 0, conflict: null });
    expect(taken.counts).toEqual(footer.counts);
    expect(await dumpAll(bob)).toEqual(await dumpAll(ann));
    expect(await takeMemory(bob, path, taking)).toMatchObject({ added: 0, known: footer.records });
  });

  test("a dry run tells what is new and what is there, and writes nothing", async () => {
    const { path } = await fileOfAnn();
    const told = await takeMemory(bob, path, { ...taking, dryRun: true });
    expect(told).toMatchObject({ known: 0, conflict: null });
    expect(told.added).toBe(told.records);
    expect(await dumpAll(bob)).toEqual([]);
    const again = await takeMemory(ann, path, { ...taking, dryRun: true });
    const { episode = 0, entity = 0, fact = 0 } = again.counts;
    expect(again.known).toBe(episode + entity + fact);
  });

  test("nothing is written of a file that is broken, cut off, foreign or newer", async () => {
    const { lines } = await fileOfAnn();
    const [header = "", ...rest] = lines;
    const changed = (from: string, to: string): string => `${lines.join("\n").replace(from, to)}\n`;
    const text = `${lines.join("\n")}\n`;
    const broken: [name: string, content: string | Buffer, says: RegExp][] = [
      ["empty", "", /empty/],
      ["foreign", '{"conversations": []}\n', /not a memory that Engram wrote/],
      ["no JSON", "Dear diary\n", /not a memory that Engram wrote/],
      ["newer", changed('"version":3', '"version":4'), /newer Engram \(format 4/],
      ["no end", `${lines.slice(0, -1).join("\n")}\n`, /cut off/],
      ["half a line", text.slice(0, -20), /line \d+ is not JSON/],
      ["half a gzip", gzipSync(text).subarray(0, 500), /cut off/],
      ["a broken gzip", flipped(gzipSync(text)), /not what gzip wrote/],
      ["another word", changed("Lisbon", "Madrid"), /checksum/],
      ["another order", `${[header, ...rest.slice(1, -1), rest[0], rest.at(-1)].join("\n")}\n`, /checksum/],
      ["a line less", `${[header, ...rest.slice(1)].join("\n")}\n`, /records and should have/],
      ["a line more", `${text}{"kind":"batch","once":"x","at":"${START}"}\n`, /after its end/],
      ["an unknown kind", changed('"kind":"batch"', '"kind":"spell"'), /not a record that this Engram knows/],
      ["an unknown field", changed('"kind":"batch"', '"kind":"batch","spell":1'), /not a record/],
      ["a wrong time", changed('"occurredAt":"2026', '"occurredAt":"soon 2026'), /line \d+ is not a record/],
      [
        "a zone that is none",
        changed(`"timeZone":"${DEFAULT_SETTINGS.timeZone}"`, `"timeZone":"Mars/Olympus"`),
        /line 2 is not a record/,
      ],
      ["no UTF-8", Buffer.concat([Buffer.from(`${header}\n"`), Buffer.from([0xff, 0x22, 0x0a])]), /not JSON/],
    ];
    for (const [name, content, says] of broken) {
      await writeFile(at("broken"), content);
      await expect(takeMemory(bob, at("broken"), taking), name).rejects.toThrow(says);
      await expect(takeMemory(bob, at("broken"), taking), name).rejects.toMatchObject({
        code: "invalid_request",
        fields: [{ field: "file" }],
      });
    }
    await expect(takeMemory(bob, at("nowhere"), taking)).rejects.toThrow(/no such file/);
    await mkdir(at("folder"));
    await expect(takeMemory(bob, at("folder"), taking)).rejects.toThrow(/not a file|cannot be read/);
    expect(await dumpAll(bob)).toEqual([]);
  });

  test("what says what is wrong never says what stands there", async () => {
    const { lines } = await fileOfAnn();
    await writeFile(at("broken"), lines.join("\n").replace('"kind":"fact"', '"kind":"Lisbon secret"'));
    const error: unknown = await takeMemory(bob, at("broken"), taking).catch((thrown: unknown) => thrown);
    expect(String(error)).not.toMatch(/Lisbon|secret|Anna/);
  });

  test("a file larger than allowed is refused, also one that gzip made small", async () => {
    await writeFile(at("bomb.gz"), gzipSync(Buffer.alloc(3 * MIB, 32)));
    await expect(takeMemory(bob, at("bomb.gz"), { ...taking, bytesMax: MIB })).rejects.toThrow(
      /more than 1 MiB/,
    );
    await writeFile(at("line.gz"), gzipSync(Buffer.alloc(17 * MIB, 32)));
    await expect(takeMemory(bob, at("line.gz"), taking)).rejects.toThrow(/line of it is too long/);
  });

  test("another memory is not mixed in", async () => {
    const { path } = await fileOfAnn();
    await tellStory(bob, "b");
    const before = await dumpAll(bob);
    const conflict = (await takeMemory(bob, path, { ...taking, dryRun: true })).conflict;
    expect(conflict).toMatch(/another origin/);
    await expect(takeMemory(bob, path, taking)).rejects.toMatchObject({ code: "conflict" });
    expect(await dumpAll(bob)).toEqual(before);
  });

  test("a file of version 1 is taken: its hashes get the key, its turns lose theirs", async () => {
    await tellStory(ann, "a");
    await ann.forget({ factId: "a-fact-job" }, clock.advance(HOUR_MS));
    await writeMemoryFile(ann, at("new.jsonl"), writing);
    const salt = Buffer.alloc(32, 7);
    const hash = createHmac("sha256", salt).update("words\0nurse").digest("base64");
    const [header = "", ...rest] = (await readFile(at("new.jsonl"), "utf8"))
      .trimEnd()
      .split("\n")
      .slice(0, -1);
    const records = rest.map((line) => {
      const record = JSON.parse(line);
      if (record.kind === "user") return { ...record, salt: undefined, hmacKey: salt.toString("hex") };
      if (record.kind === "hashes")
        return { ...record, keyId: undefined, hashes: [{ kind: "run", hash, wordCount: 1 }] };
      if (record.kind === "episode") return { ...record, episode: { ...record.episode, chainHash: "old" } };
      return record;
    });
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
    const sha256 = createHash("sha256").update(text).digest("hex");
    const footer = JSON.stringify({ kind: "footer", records: records.length, counts: {}, sha256 });
    await writeFile(at("old.jsonl"), `${header.replace('"version":3', '"version":1')}\n${text}${footer}\n`);
    expect(await takeMemory(bob, at("old.jsonl"), taking)).toMatchObject({ conflict: null, skipped: 0 });
    expect((await bob.redactForgotten("A nurse.", "2020-01-01T00:00:00.000Z")).redacted).toBe(true);
    expect(JSON.stringify(await dumpAll(bob))).not.toContain('"chainHash":"old"');
  });

  test("a turn of a file from before there were retries waits for none", async () => {
    const { lines } = await fileOfAnn();
    const line = lines.find((one) => one.includes('"retryAt":"2026'));
    const { retryAt: _none, ...extraction } = JSON.parse(must(line)).episode.extraction as Record<
      string,
      unknown
    >;
    const whole = JSON.parse(must(line));
    const old = { ...whole, episode: { ...whole.episode, extraction, outcome: "neutral" } };
    expect(MemoryRecordSchema.parse(old)).toMatchObject({ episode: { extraction: { retryAt: null } } });
  });

  test("a turn of a file of version 2 loses the words of what was recalled for it", async () => {
    const { lines } = await fileOfAnn();
    const record = JSON.parse(must(lines.find((one) => one.includes('"kind":"episode","episode"'))));
    const quote = { start: 0, end: 5, quote: "Words", assertedBy: "user", occurredAt: START };
    const told = { n: 1, kind: "fact", id: "f1", text: "Words.", status: "staged", score: 0.5 };
    const evidence = ["e1", "e1", "e2"].map((episodeId) => ({ ...quote, episodeId }));
    record.episode.recalled = [{ ...told, evidence }];
    const kept = { n: 1, kind: "fact", id: "f1", score: 0.5, episodeIds: ["e1", "e2"] };
    expect(MemoryRecordSchema.parse(record)).toMatchObject({ episode: { recalled: [kept] } });
  });

  test("an older file does not bring back what was forgotten since", async () => {
    const { path } = await fileOfAnn();
    await ann.forget({ factId: "a-fact-city" }, clock.advance(DAY_MS));
    const before = await dumpAll(ann);
    await expect(takeMemory(ann, path, taking)).rejects.toThrow(/1 is not known to the file/);
    expect(await dumpAll(ann)).toEqual(before);
  });

  test("a user who only looked in takes a memory with its own self", async () => {
    const { path } = await fileOfAnn();
    await bob.self();
    await takeMemory(bob, path, taking);
    expect((await bob.self()).id).toBe((await ann.self()).id);
    expect(await dumpAll(bob)).toEqual(await dumpAll(ann));
  });

  test("backups have the user and the time in their names, and the oldest go", async () => {
    await tellStory(ann, "a");
    await tellStory(store.forUser("ann_b"), "x");
    const settings = { folder: at("backups"), keep: 2, vectors: false, ...signed };
    await backUp(store, "ann_b", clock.now(), settings);
    for (let day = 0; day < 4; day++) await backUp(store, "ann", clock.advance(DAY_MS), settings);
    const files = (await readdir(at("backups"))).sort();
    expect(files).toEqual([
      "backup_ann%5Fb_2026-03-01T09-00-00-000Z.jsonl.gz",
      "backup_ann_2026-03-04T09-00-00-000Z.jsonl.gz",
      "backup_ann_2026-03-05T09-00-00-000Z.jsonl.gz",
    ]);
    expect((await stat(at("backups"))).mode & 0o777).toBe(0o700);
    const taken = await takeMemory(bob, join(at("backups"), files[2] ?? ""), taking);
    expect(taken).toMatchObject({ from: "ann", skipped: 0 });
    expect(await dumpAll(bob)).toEqual(await dumpAll(ann));
  });

  test("backups of a memory that is lost stay beside those of a new one of the same user", async () => {
    const settings = { folder: at("backups"), keep: 2, ...signed };
    await tellStory(ann, "a");
    for (let day = 0; day < 2; day++) await backUp(store, "ann", clock.advance(DAY_MS), settings);
    const lost = await readdir(settings.folder);
    const empty = await createSqliteStore({ file: at("new.db"), clock });
    await empty.forUser("ann").self();
    const { file } = await backUp(empty, "ann", clock.advance(DAY_MS), settings, { since: "last" });
    expect(file, "whole, not the changes since the lost one").toMatch(/\.jsonl\.gz$/);
    for (let day = 0; day < 4; day++) await backUp(empty, "ann", clock.advance(DAY_MS), settings);
    await empty.close();
    const files = await readdir(settings.folder);
    expect(files).toEqual(expect.arrayContaining(lost));
    expect(files).toHaveLength(lost.length + 2);
  });

  test("a backup is not removed at once because a clock that was ahead named others", async () => {
    const settings = { folder: at("backups"), keep: 2, ...signed };
    const ahead = ["2036-02-07T06:28:15.000Z", "2036-02-08T06:28:15.000Z"] as const;
    for (const now of ahead) await backUp(store, "ann", now, settings);
    for (let day = 0; day < 2; day++) {
      const { file } = await backUp(store, "ann", clock.advance(DAY_MS), settings);
      expect((await stat(file)).isFile()).toBe(true);
    }
    expect(await readdir(settings.folder)).toHaveLength(2);
  });

  test("a backup of the changes since a former one is small, is rebuilt to the same memory, and goes with it", async () => {
    const settings = { folder: at("backups"), keep: 2, ...signed };
    await fullLife(ann);
    const whole = await backUp(store, "ann", clock.now(), settings, { since: "last", vectors: true });
    expect(whole.file, "none before").toMatch(/\.jsonl\.gz$/);
    await say(ann, "news", "I moved to Turku.", {
      occurredAt: clock.advance(DAY_MS),
      recordedAt: clock.now(),
    });
    await ann.apply(
      batch([{ op: "fact.patch", id: "a-fact-city", set: { status: "superseded", expiredAt: clock.now() } }]),
    );
    const changes = await backUp(store, "ann", clock.now(), settings, { since: "last", vectors: true });
    expect([dirname(changes.file), changes.file.startsWith(`${whole.file}+`)]).toEqual([at("backups"), true]);
    const linesIn = async (path: string): Promise<number> =>
      gunzipSync(await readFile(path))
        .toString()
        .split("\n").length;
    expect(await linesIn(changes.file)).toBeLessThan((await linesIn(whole.file)) / 2);
    const rebuilt = (path: string, work: (whole: string) => Promise<unknown>) =>
      withWholeFile(path, folder, { bytesMax: 64 * MIB }, work);
    await rebuilt(changes.file, async (path) => {
      expect(await takeMemory(bob, path, { ...taking, dryRun: true })).toMatchObject({
        signature: "other_user",
      });
      expect(await takeMemory(bob, path, taking)).toMatchObject({ skipped: 0 });
      expect(await takeMemory(bob, path, taking), "a second time").toMatchObject({ added: 0 });
    });
    expect(await dumpAll(bob)).toEqual(await dumpAll(ann));
    expect((await readdir(folder)).filter((name) => name.startsWith("import-"))).toEqual([]);
    const carl = store.forUser("carl");
    await takeMemory(carl, whole.file, taking);
    await rebuilt(changes.file, (path) => takeMemory(carl, path, taking));
    const { episodes } = await ann.stats();
    expect((await carl.stats()).episodes, "on top of the former one").toBe(episodes);
    await expect(
      backUp(store, "ann", clock.now(), settings, { since: "backup_bob_1.jsonl.gz" }),
    ).rejects.toThrow(/^since: /);
    for (let day = 0; day < 2; day++) await backUp(store, "ann", clock.advance(DAY_MS), settings);
    expect(await readdir(at("backups"))).toHaveLength(2);
  });

  test.each<[string, (base: string) => Promise<unknown>]>([
    ["is missing", (base) => rm(base)],
    ["was changed", (base) => writeFile(base, "{}\n".repeat(9_000))],
  ])("changes whose former backup %s are refused", async (_name, spoil) => {
    const settings = { folder: at("backups"), keep: 2, ...signed };
    await tellStory(ann, "a");
    const whole = await backUp(store, "ann", clock.now(), settings);
    const changes = await backUp(store, "ann", clock.advance(DAY_MS), settings, { since: whole.file });
    await spoil(whole.file);
    const taken = withWholeFile(changes.file, folder, { bytesMax: 64 * MIB }, (path) =>
      takeMemory(bob, path, taking),
    );
    await expect(taken).rejects.toMatchObject({ code: "invalid_request" });
    expect(await dumpAll(bob)).toEqual([]);
  });

  test("what a killed process left of a backup goes with the next one; what is being written stays", async () => {
    await tellStory(ann, "a");
    const settings = { folder: at("backups"), keep: 2, vectors: false, ...signed };
    await backUp(store, "ann", clock.now(), settings);
    const [left, atWork] = [1, 2].map((day) => at(`backups/backup_ann_2026-02-0${day}.jsonl.gz.partial`));
    for (const path of [left, atWork]) await writeFile(must(path), "half a line");
    const longAgo = new Date(Date.now() - HOUR_MS);
    await utimes(must(left), longAgo, longAgo);
    await backUp(store, "ann", clock.advance(DAY_MS), settings);
    expect((await readdir(at("backups"))).filter((name) => name.endsWith(".partial"))).toEqual([
      "backup_ann_2026-02-02.jsonl.gz.partial",
    ]);
  });

  test("many turns of an unsigned file about one person read what is known of them once, and repeat nothing", async () => {
    const turns = 40;
    for (let n = 0; n < turns; n++) {
      const liked = `topic${n % 30}`;
      const episode = await say(ann, `e${n}`, `Otto likes ${liked}.`, {
        occurredAt: START,
        recordedAt: START,
      });
      const about = {
        text: `Otto likes ${liked}.`,
        value: liked,
        evidence: [quote(episode, `likes ${liked}`)],
      };
      await ann.apply(
        batch([
          ...(n === 0
            ? [{ op: "entity.put" as const, entity: entity("o", "Otto", { type: "person" }) }]
            : []),
          { op: "episode.patch", id: episode.id, set: { extraction: READ } },
          { op: "fact.put", fact: fact(`f${n}`, "o", "LIKES", about) },
        ]),
      );
    }
    await writeMemoryFile(ann, at("ann.jsonl"), writing);
    let reads = 0;
    const counted = countingStore(store, (name) => (reads += name === "facts" ? 1 : 0)).forUser("bob");
    const taken = await takeMemory(counted, at("ann.jsonl"), { ...taking, trust: false });
    expect(taken).toMatchObject({ asItIs: false, staged: 30, refused: 0 });
    expect(reads, "a few, not one a turn").toBeLessThan(turns / 4);
    const facts = await bob.facts({ limit: 100 });
    expect(facts.map(({ evidence }) => evidence.length).sort()).toEqual([
      ...Array<number>(20).fill(1),
      ...Array<number>(10).fill(2),
    ]);
  });

  test("its graph is written as GraphML and as RDF that a parser reads, with links, how-tos and odd characters", async () => {
    const odd = 'Ö "quoted" \\\\ <b>&amp;</b>\nsecond line \u0007 \u{1f6f6}';
    const episode = await say(ann, "e1", odd);
    const steps = JSON.stringify(["Open the gate", "Close it"]);
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("otto", odd, { type: "person who rows" }) },
        { op: "entity.put", entity: entity("gate", "Gate", { type: "procedure", properties: { steps } }) },
        {
          op: "fact.put",
          fact: fact("f1", "otto", "LIKES", { objectId: "gate", evidence: [quote(episode, "Ö")] }),
        },
        { op: "fact.put", fact: fact("f2", "otto", "AGE", { value: odd, evidence: [quote(episode, "Ö")] }) },
        {
          op: "fact.put",
          fact: fact("f3", "otto", "FEARS", {
            value: "storms",
            polarity: "negative",
            evidence: [quote(episode, "Ö")],
          }),
        },
      ]),
    );
    const link = {
      type: "relates_to",
      weight: 1,
      derived: false,
      persistent: true,
      expiresAt: null,
    } as const;
    await ann.putLinks([
      {
        ...link,
        id: "l1",
        fromKind: "entity",
        fromId: "otto",
        toKind: "entity",
        toId: "gate",
        createdAt: START,
      },
      { ...link, id: "l2", fromKind: "fact", fromId: "f1", toKind: "entity", toId: "gate", createdAt: START },
      {
        ...link,
        id: "l3",
        fromKind: "entity",
        fromId: "otto",
        toKind: "episode",
        toId: "e1",
        createdAt: START,
      },
    ]);
    await writeMemoryFile(ann, at("ann.jsonl"), writing);
    const counts = { facts: 3, links: 2 };
    const options = { bytesMax: MIB };
    expect(await writeGraph(at("ann.jsonl"), at("ann.nq"), "rdf", options)).toMatchObject(counts);
    expect(await writeGraph(at("ann.jsonl"), at("ann.graphml"), "graphml", options)).toMatchObject(counts);

    const quads = new Parser({ format: "N-Quads" }).parse(await readFile(at("ann.nq"), "utf8"));
    const found = quads.map(({ subject, predicate, object, graph }) =>
      [subject, predicate, object, graph].map(({ value }) => value.replace(/^urn:engram:/, "")).join(" | "),
    );
    expect(found).toEqual(
      expect.arrayContaining([
        `entity:otto | http://www.w3.org/2000/01/rdf-schema#label | ${odd} | `,
        "entity:otto | http://www.w3.org/1999/02/22-rdf-syntax-ns#type | type:person%20who%20rows | ",
        "entity:gate | steps | Open the gate\nClose it | ",
        "entity:otto | predicate:LIKES | entity:gate | fact:f1",
        `entity:otto | predicate:AGE | ${odd} | fact:f2`,
        "entity:otto | not:FEARS | storms | fact:f3",
        "fact:f1 | link:relates_to | entity:gate | ",
      ]),
    );

    const graphMl = await readFile(at("ann.graphml"), "utf8");
    expect(graphMl).toContain('<node id="gate"><data key="name_node">Gate</data>');
    expect(graphMl).toContain('<data key="steps_node">Open the gate\nClose it</data>');
    expect(graphMl).toContain(
      '<edge id="l1" source="otto" target="gate"><data key="predicate_edge">relates_to</data>',
    );
    for (const absent of [`id="l2"`, "\u0007", "<b>"]) expect(graphMl).not.toContain(absent);
  });

  test("a move is whole, goes on where it was cut off, and tells what is not the same", async () => {
    await fullLife(ann);
    await tellStory(bob, "b");
    await store.system.putKey({
      id: "k",
      userId: "ann",
      hash: "00",
      rights: ["read"],
      createdAt: START,
      revokedAt: null,
      session: { keyId: "other", endsAt: START, client: "A browser" },
    });
    const run = {
      userId: "ann",
      job: "prune",
      dryRun: false,
      finishedAt: START,
      result: { n: 1 },
      error: null,
    };
    for (const id of ["r1", "r2"]) await store.system.putRun({ id, state: "done", startedAt: START, ...run });
    const act = { at: START, actor: "cli", act: "export" as const, targets: ["t"], counts: { n: 1 } };
    for (const id of ["a1", "a2"])
      await store.system.putAudit({ id, userId: id === "a1" ? "ann" : null, ...act });
    const other = await createSqliteStore({ file: at("other.db"), clock });
    try {
      const state: MoveState = { done: [], current: null };
      const stop = new AbortController();
      const save = async (): Promise<void> => {
        if (state.current !== null) stop.abort();
      };
      await expect(moveStore(store, other, { state, save, signal: stop.signal })).rejects.toThrow();
      expect(state.current?.user).toBe("ann");
      const moved = await moveStore(store, other, { state, save: async () => undefined });
      expect(moved).toMatchObject({ keys: 1, runs: 2, audits: 2 });
      expect(moved.users.map(({ user }) => user)).toEqual(["ann", "bob"]);
      for (const { userId } of [ann, bob])
        expect(await dumpAll(other.forUser(userId))).toEqual(await dumpAll(store.forUser(userId)));
      expect(await other.system.keys()).toEqual(await store.system.keys());
      expect(await other.system.runs("ann", 9)).toEqual(await store.system.runs("ann", 9));
      expect(await other.system.audits(null, 9)).toEqual(await store.system.audits(null, 9));
      await say(other.forUser("bob"), "more", "Something that is only here.");
      await other.forUser("bob").apply(batch([]));
      const again = moveStore(store, other, { state, save: async () => undefined });
      await expect(again).rejects.toThrow(/bob is not the same on both sides/);
    } finally {
      await other.close();
    }
  });
});
