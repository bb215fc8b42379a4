import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { jsonErrorPosition } from "../../../../src/services/imports/json-error-position.ts";
import { decodeText, parseJson, readBytes } from "../../../../src/services/imports/read-file.ts";

const folder = mkdtempSync(join(tmpdir(), "engram-import-"));
afterAll(() => rmSync(folder, { recursive: true }));

const readJsonFile = async (path: string) => parseJson(decodeText(await readBytes(path)));
const file = join(folder, "conversations.json");
const refused = (message: string | RegExp) => ({
  code: "invalid_request",
  fields: [{ field: "file", message: expect.stringMatching(message) as string }],
});

describe("a JSON file", () => {
  it("is read, with or without a byte order mark", async () => {
    writeFileSync(file, '[{"a": "ü😀"}]');
    expect(await readJsonFile(file)).toEqual([{ a: "ü😀" }]);
    writeFileSync(file, '\uFEFF{"a": 1}');
    expect(await readJsonFile(file)).toEqual({ a: 1 });
  });

  it.each<[string, string | Buffer, RegExp]>([
    ["empty", "", /its end \(character 0\)/],
    ["cut off", '[{"a": "secret', /its end \(character 14\)/],
    ["wrong", '{"a": 1,\n  secret}', /line 2, column 3 \(character 11\)/],
    ["followed by something", "[1]\n\nsecret", /line 3, column 1/],
    ["in Latin-1", Buffer.from([0x22, 0x61, 0xfc, 0x22]), /UTF-8 at byte [23]$/],
  ])("that is %s is refused with the place and without its words", async (_name, content, message) => {
    writeFileSync(file, content);
    const error = await readJsonFile(file).catch((caught: unknown) => caught);
    expect(error).toMatchObject(refused(message));
    expect((error as Error).message).not.toContain("secret");
  });

  it.each([0, 1, 65_535, 65_536, 65_537, 131_071, 200_000])("tells a broken byte at %i", async (at) => {
    const bytes = Buffer.from(`${"ü".repeat(100_001)}a`);
    bytes[at] = 0xff;
    writeFileSync(file, bytes);
    await expect(readJsonFile(file)).rejects.toMatchObject(refused(`UTF-8 at byte ${at}$`));
  });

  it("that ends within a character is refused", async () => {
    writeFileSync(file, Buffer.from([0x22, 0xc3]));
    await expect(readJsonFile(file)).rejects.toMatchObject(refused("UTF-8 at byte 2$"));
  });

  it("that is missing, a folder or too large is refused", async () => {
    await expect(readJsonFile(join(folder, "none"))).rejects.toMatchObject(refused("no such file"));
    await expect(readJsonFile(folder)).rejects.toMatchObject(refused("not a file"));
    const huge = join(folder, "huge.json");
    writeFileSync(huge, "");
    truncateSync(huge, 3 * 1024 ** 3);
    await expect(readJsonFile(huge)).rejects.toMatchObject(refused("3072 MiB.*at most 512 MiB"));
  });
});

describe("the place of an error in JSON", () => {
  it.each<[string, number]>([
    ["", 0],
    ["  ", 2],
    ["[1,]", 3],
    ["[1 2]", 3],
    ['{"a" 1}', 5],
    ['{"a":1,}', 7],
    ["{a:1}", 1],
    ["[}", 1],
    ["]", 0],
    ['["a\\x"]', 4],
    ['["a\nb"]', 3],
    ["[01]", 2],
    ["nul", 3],
    ["[nil]", 2],
    [`["Unexpected token at position 1", x]`, 35],
    ["{} x", 3],
  ])("%j is %i", (text, position) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(jsonErrorPosition(text)).toBe(position);
  });

  it("is the end of every sound text and of every beginning of one", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, cut) => {
        expect(jsonErrorPosition(text)).toBe(text.length);
        const beginning = text.slice(0, cut % (text.length + 1));
        expect(jsonErrorPosition(beginning)).toBe(beginning.length);
      }),
    );
  });

  it("is found behind a string of many megabytes", () => {
    const text = `["${"a\\n".repeat(20_000_000)}" x`;
    expect(jsonErrorPosition(text)).toBe(text.length - 1);
  });
});
