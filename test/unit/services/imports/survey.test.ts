import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { namedPath, openSources } from "../../../../src/services/imports/sources.ts";
import { survey } from "../../../../src/services/imports/survey.ts";
import type { ImportSurvey } from "../../../../src/services/imports/types.ts";
import { chatGptExport } from "../../../support/chatgpt-export.ts";
import { zipOf, type ZipPart } from "../../../support/zip.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "engram-import-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function found(names: string[], me: string | null = null): Promise<ImportSurvey & { order: string[] }> {
  const opened = await openSources(names.map((name) => namedPath(join(folder, name))));
  try {
    const read = await survey(opened.sources, { timeZone: "UTC", me }, new AbortController().signal);
    return { ...read, order: read.sources.map(({ name }) => name) };
  } finally {
    opened.close();
  }
}

const write = (name: string, content: string | Buffer) => writeFile(join(folder, name), content);
const zip = (name: string, parts: ZipPart[]) => write(name, zipOf(parts));
const chats = (prefix: string, conversations = 1) => chatGptExport({ conversations, turns: 2, prefix });
const CHAT = "12/03/2024, 18:22 - Mia: Look\n12/03/2024, 18:23 - Jon: Where?\n";

describe("a zip", () => {
  it("is read entry by entry: its chats, and nothing that lies beside them", async () => {
    await zip("export.zip", [
      { name: "conversations-000.json", content: chats("a", 2) },
      { name: "conversations-001.json", content: chats("b", 3) },
      { name: "user.json", content: '{"id": "me"}' },
      { name: "shared.json", content: "[]" },
      { name: "uploads/essay.txt", content: "Somebody's essay." },
      { name: "chat.html", content: "<p>" },
      { name: "__MACOSX/._conversations-000.json", content: "junk" },
      { name: "a.png", content: "png" },
    ]);
    const { files, unread, leftOut } = await found(["export.zip"]);
    expect(files.map(({ name, conversations, turns }) => [name, conversations, turns])).toEqual([
      ["export.zip/conversations-000.json", 2, 4],
      ["export.zip/conversations-001.json", 3, 6],
    ]);
    expect([unread, leftOut]).toEqual([[], 3]);
  });

  it("with a broken entry keeps the others and tells the place, not the words", async () => {
    await zip("half.zip", [
      { name: "a.json", content: chats("a") },
      { name: "b.json", content: '[{"a": secret' },
    ]);
    const { files, unread } = await found(["half.zip"]);
    expect(files).toHaveLength(1);
    expect(unread).toEqual([{ name: "half.zip/b.json", detail: expect.stringMatching(/line 1, column 8/) }]);
    expect(JSON.stringify(unread)).not.toContain("secret");
  });

  it.each<[string, () => Buffer, RegExp]>([
    ["garbage", () => Buffer.from("PK\u0003\u0004rest"), /damaged/],
    ["cut off", () => zipOf([{ name: "a.json", content: chats("a") }]).subarray(0, 200), /damaged/],
    ["without chats", () => zipOf([{ name: "a.png", content: "x" }]), /not known/],
    ["empty", () => zipOf([]), /not known/],
    ["a bomb", () => zipOf([{ name: "a.json", content: Buffer.alloc(32 * 1024 ** 2, "[") }]), /300 times/],
    ["a liar", () => zipOf([{ name: "a.json", content: " ".repeat(5_000), saysBytes: 10 }]), /damaged/],
    ["a giant", () => zipOf([{ name: "a.json", content: "[]", saysBytes: 2 ** 31 }]), /2048 MiB/],
    ["climbing", () => zipOf([{ name: "../../a.json", content: "[]" }]), /damaged/],
  ])("that is %s is refused", async (_name, content, why) => {
    await write("bad.zip", content());
    await expect(found(["bad.zip"])).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(why),
    });
  });
});

it.each<[string, string, string | Buffer, RegExp]>([
  [
    "a memory of Engram",
    "m.jsonl",
    '{"kind":"header","format":"engram-memory","version":3}\n',
    /engram restore/,
  ],
  ["one that was cut off", "m.jsonl", '{"kind":"header","format":"engram-memory"', /engram restore/],
  ["a web page", "chat.html", "<!DOCTYPE html><p>Hello", /web page/],
  ["what gzip packed", "a.json.gz", gzipSync(chats("g")), /gzip/],
])("%s is no file of chats, and says what it is", async (_name, file, content, why) => {
  await write(file, content);
  await expect(found([file])).rejects.toMatchObject({ message: expect.stringMatching(why) });
});

it("chats that a download named .txt are read as what they are", async () => {
  await write("conversations.json.txt", chats("t", 2));
  expect((await found(["conversations.json.txt"])).files).toMatchObject([
    { format: "chatgpt", conversations: 2 },
  ]);
  await write("list.txt", "[milk, eggs]");
  expect((await found(["list.txt"])).files).toMatchObject([{ format: "journal" }]);
});

it("JSON Lines that were cut off say in which line", async () => {
  const line = '{"role":"user","content":"x"}';
  await write("cut.jsonl", `${line}\n${line}\n{"role" "user"}\n${line}`);
  await expect(found(["cut.jsonl"])).rejects.toMatchObject({
    message: expect.stringContaining("line 3, column 9"),
  });
});

it("text in UTF-16, as Windows writes it, is read", async () => {
  const little = Buffer.from(`\ufeff${CHAT}`, "utf16le");
  await write("wide.txt", little);
  await write("big.txt", Buffer.from(little).swap16());
  for (const name of ["wide.txt", "big.txt"])
    expect((await found([name])).files).toMatchObject([{ format: "whatsapp", speakers: ["Mia", "Jon"] }]);
});

describe("several files", () => {
  it("and folders are read oldest first, whatever they are called", async () => {
    await mkdir(join(folder, "life/2023"), { recursive: true });
    await write("life/2023/2023-05-06.md", "Planted peas.");
    await write("life/a.md", "# 2022-01-02\nSnow.");
    await zip("life/new.zip", [{ name: "conversations.json", content: chats("n") }]);
    await write("life/.hidden.md", "No.");
    await symlink("/etc/hostname", join(folder, "life/link.txt"));
    await write("chat.txt", CHAT);
    const { order, files } = await found(["chat.txt", "life"]);
    expect(order).toEqual([
      "life/a.md",
      "life/2023/2023-05-06.md",
      "chat.txt",
      "life/new.zip/conversations.json",
    ]);
    expect(files[2]).toMatchObject({ format: "whatsapp", speakers: ["Mia", "Jon"], turns: 2 });
    expect(files[0]).toMatchObject({ from: "2022-01-02T12:00:00.000Z", undated: 0 });
  });

  it("of which a zip is damaged are read but for that", async () => {
    await mkdir(join(folder, "parts"), { recursive: true });
    await write("parts/part-1.zip", zipOf([{ name: "a.json", content: chats("p1") }]).subarray(0, 200));
    await zip("parts/part-2.zip", [{ name: "a.json", content: chats("p2") }]);
    for (const names of [["parts"], ["parts/part-1.zip", "parts/part-2.zip"]]) {
      const { files, unread } = await found(names);
      expect(files.map(({ name }) => name)).toEqual([expect.stringMatching(/part-2\.zip\/a\.json$/)]);
      expect(unread).toEqual([
        { name: expect.stringMatching(/part-1\.zip$/), detail: expect.stringContaining("damaged") },
      ]);
    }
  });

  it("of which one is broken are read but for that; all broken is an error", async () => {
    await write("good.json", chats("g"));
    await write("bad.json", '{"a": 1}');
    const { files, unread } = await found(["good.json", "bad.json"]);
    expect([files.length, unread.map(({ name }) => name)]).toEqual([1, ["bad.json"]]);
    await expect(found(["bad.json"])).rejects.toMatchObject({
      message: expect.stringContaining("not known"),
    });
  });

  it("of a folder with chats leave the texts there out; a text that is named is read", async () => {
    await mkdir(join(folder, "unpacked"));
    await write("unpacked/conversations.json", chats("u"));
    await write("unpacked/essay.txt", "Somebody's essay.");
    expect(await found(["unpacked"])).toMatchObject({ files: [{ format: "chatgpt" }], leftOut: 1 });
    expect((await found(["unpacked", "unpacked/essay.txt"])).files).toHaveLength(2);
  });

  it("a name that nobody has is refused with those that are there", async () => {
    await write("chat.txt", CHAT);
    expect((await found(["chat.txt"], "mia")).files[0]?.speakers).toEqual(["Jon"]);
    await expect(found(["chat.txt"], "Mai")).rejects.toMatchObject({
      fields: [{ field: "me", message: expect.stringContaining("Mia, Jon") }],
    });
  });
});
