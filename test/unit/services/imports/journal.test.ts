import { describe, expect, it } from "vitest";
import { importedText } from "../../../support/imported.ts";

const read = (text: string, options = {}) => importedText(text, { timeZone: "UTC", ...options });
const brief = (text: string, options = {}) =>
  (read(text, options).conversations[0]?.turns ?? []).map(({ userMessage, occurredAt }) => [
    userMessage,
    occurredAt,
  ]);
const NOON = "T12:00:00.000Z";

describe("a journal", () => {
  it("has an entry for each dated heading", () => {
    const text = [
      "# My journal",
      "",
      "## 2024-03-12 Market day",
      "Sold nine jars.",
      "### Evening",
      "Rain.",
      "## Wednesday, 2024-03-13T21:30",
      "![jars](jars.png) Ten more on 2024-03-20.",
    ].join("\n");
    expect(brief(text)).toEqual([
      ["Market day\nSold nine jars.\n### Evening\nRain.", `2024-03-12${NOON}`],
      ["Wednesday,\n[image] Ten more on 2024-03-20.", "2024-03-13T21:30:00.000Z"],
    ]);
    expect(read(text).format).toBe("journal");
  });

  it("of plain text has one for each line that a date begins", () => {
    const text =
      "\uFEFF2024-03-12\r\nSold jars.\r\n\r\n2024-03-13: Rested.\n2024-03-14 18:05 - Read\nlong.\n";
    expect(brief(text)).toEqual([
      ["Sold jars.", `2024-03-12${NOON}`],
      ["Rested.", `2024-03-13${NOON}`],
      ["Read\nlong.", "2024-03-14T18:05:00.000Z"],
    ]);
  });

  it.each([
    "12 March 2024",
    "Tuesday, March 12th, 2024",
    "## Dienstag, 12. März 2024",
    "**12.3.2024**",
    "martes, 12 de marzo de 2024",
    "12 mars 2024 :",
    "12 марта 2024",
    "2024年3月12日",
  ])("has an entry for a line that is a date in words: %s", (line) => {
    expect(brief(`${line}\nSold jars on 14 May 2023, 3 May 2024 and later.\n`)).toEqual([
      ["Sold jars on 14 May 2023, 3 May 2024 and later.", `2024-03-12${NOON}`],
    ]);
  });

  it("has none for a sentence, a number or a name before a date", () => {
    for (const text of ["On 12 March 2024 we sold jars.", "12 apples 2024", "Anna, 12 March 2024"])
      expect(brief(text)).toEqual([[text, null]]);
  });

  it.each([
    ["its name", "Sold jars.", "J/2024-03-12.md", `2024-03-12${NOON}`],
    ["the name of a page of Logseq", "Sold jars.", "J/2024_03_12.md", `2024-03-12${NOON}`],
    ["a name without separators", "Sold jars.", "20240312.md", `2024-03-12${NOON}`],
    ["a name that is no date", "Sold jars.", "20249999.md", null],
    ["a header line", "Date: 2024-03-12 08:00\n\nSold jars.", "a.txt", "2024-03-12T08:00:00.000Z"],
    [
      "front matter",
      "---\ntitle: X\ndate: 2024-03-12T08:00:00+02:00\n---\nSold jars.",
      "a.md",
      "2024-03-12T06:00:00.000Z",
    ],
    ["nothing", "Sold jars.", "a.md", null],
    ["no date that is none", "Sold jars.", "2024-13-45.md", null],
  ])("without entries is one, dated by %s", (_by, text, name, at) => {
    expect(brief(text, { name })).toEqual([["Sold jars.", at]]);
  });

  it("is local time, a day in the user's zone", () => {
    expect(brief("# 2024-07-01 08:00\nUp.", { timeZone: "Asia/Tokyo" })).toEqual([
      ["Up.", "2024-06-30T23:00:00.000Z"],
    ]);
  });

  it("is in front matter under the names that note programs give it", () => {
    for (const date of ["date", "created", "created_at", "date created", "date_created"])
      expect(brief(`---\n${date}: Tuesday, March 12th 2024, 6:22:10 pm\n---\nSold jars.`)).toEqual([
        ["Sold jars.", `2024-03-12${NOON}`],
      ]);
  });

  it("does not begin an entry in the middle of prose", () => {
    expect(brief("We met on\n2024-03-12 in Riga and again later.")).toHaveLength(1);
  });

  it("of a file for each day is one thread; ids hold when it moves or grows", () => {
    const of = (text: string, name: string) => read(text, { name }).conversations[0];
    expect(of("a", "J/2024-03-12.md")?.externalId).toBe(of("b", "J/2024-03-13.md")?.externalId);
    const before = of("# 2024-03-12\nSame.\n", "a.md");
    const after = of("# 2024-03-11\nNew.\n\n# 2024-03-12\nSame.\n", "b.md");
    expect(after?.turns[1]?.externalId).toBe(before?.turns[0]?.externalId);
    expect(read("  \n", { name: "a.md" })).toMatchObject({ conversations: [], skipped: 1 });
  });
});
