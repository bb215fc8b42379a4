import { expect, test } from "vitest";
import { bulleted, numbered, section } from "./marks.ts";

test("a section stands between its marks, which may carry attributes", () => {
  expect(section('<turn date="2025">\nuser: Hi\n</turn>\n<turns>no</turns>', "turn")).toBe("user: Hi");
  expect(section("nothing", "turn")).toBe("");
});

test("entries count up; other lines go on the entry above", () => {
  expect(numbered("1. one\n   more\n1. not two\n2. two")).toEqual([
    { n: 1, text: "one\n   more\n1. not two" },
    { n: 2, text: "two" },
  ]);
});

test("bullets are read without their mark", () => {
  expect(bulleted("- one\n\n- two")).toEqual(["one", "two"]);
});
