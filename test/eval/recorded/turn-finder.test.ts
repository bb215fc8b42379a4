import { expect, test } from "vitest";
import { turnFinder } from "./turn-finder.ts";

const find = turnFinder(
  new Map([
    ["s1t1", "I live in Graz with my cat Mimi, and the door code is 4711."],
    ["s1t2", "Thanks!"],
    ["s1t3", "I live in Graz with my dog Rex, and the door code is 0815."],
  ]),
);

test("a turn is found by its words, however spaced", () => {
  expect(find("Thanks! <memory>\n1. a line\n</memory>")).toBe("s1t2");
  expect(find("Thank you!")).toBeNull();
});

test("a turn is found around what was forgotten or said off the record", () => {
  expect(find("I live in Graz with my cat [forgotten], and the door code is [off the record].")).toBe("s1t1");
});

test("a gap that two turns fit is no sign", () => {
  expect(find("I live in Graz with my [forgotten]")).toBeNull();
  expect(find("[forgotten]")).toBeNull();
});

test("a long part is enough", () => {
  expect(find("with my dog Rex, and the door code is 0815.")).toBe("s1t3");
  expect(find("the door code")).toBeNull();
});
