import { expect, it } from "vitest";
import {
  countMarks,
  fileMark,
  withoutCitations,
  withoutThoughts,
} from "../../../../src/services/imports/words.ts";
import { imported, turnsIn } from "../../../support/imported.ts";

it.each([
  ["Lyon \ue200cite\ue202turn0search3\ue201is big.", "Lyon is big."],
  ['\ue200entity\ue202["city","Lyon","big"]\ue201 is big', "Lyon is big"],
  ["See \ue200url\ue202the page\ue202turn0search1\ue201.", "See the page."],
  ["cut \ue200cite", "cut cite"],
  ["As told【4†source】, 【12:3†a.pdf】yes 【kept】", "As told, yes 【kept】"],
  ["an apple \uf8ff", "an apple \uf8ff"],
])("marks of sources go: %j", (text, plain) => {
  expect(withoutCitations(text)).toBe(plain);
});

it("marks go out of a reply that is read, not out of what the user said", () => {
  const say = (id: string, role: string, text: string, parent: string | null) => [
    id,
    {
      parent,
      message: {
        id,
        author: { role },
        create_time: 1_714_557_600,
        content: { content_type: "text", parts: [text] },
      },
    },
  ];
  const mapping = Object.fromEntries([
    say("u", "user", "What is 【1†x】?", null),
    say("a", "assistant", "A mark\ue200cite\ue202turn0search3\ue201.", "u"),
  ]);
  expect(turnsIn(imported([{ id: "c", mapping }]))[0]?.slice(0, 2)).toEqual(["What is 【1†x】?", "A mark."]);
});

it("many beginnings without an end take no time", () => {
  const text = "<think>\ue200【 ".repeat(300_000);
  const before = performance.now();
  withoutThoughts(text);
  withoutCitations(text);
  expect(performance.now() - before).toBeLessThan(10_000);
});

it("files are marks that are counted", () => {
  expect([fileMark("a]\n[b.pdf"), fileMark("x.HEIC"), fileMark(null), fileMark("x", "image/png")]).toEqual([
    "[file: a b.pdf]",
    "[image]",
    "[file]",
    "[image]",
  ]);
  expect(countMarks(`[image] and [file: a b.pdf]\n[file] [files]`)).toBe(3);
});
