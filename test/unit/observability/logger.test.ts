import { expect, test } from "vitest";
import { z } from "zod";
import { errorWithoutText } from "../../../src/observability/logger.ts";

/** What is kept of an error in the log holds nothing that somebody said. */
const WORD = "Zibbeldyne";

function thrown(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

const withStack = (stack: string): Error => Object.assign(new Error(WORD), { stack });
const cyclic = new Error(WORD);
cyclic.cause = cyclic;

test.each<[string, unknown]>([
  ["a message", new Error(`My parrot is ${WORD}.`)],
  [
    "a message with lines like frames",
    new Error(`We met\nat ${WORD}'s house\n    at ${WORD} (a.ts:1:2)\nagain`),
  ],
  ["a message that ends like a frame", new Error(`We met\n    at ${WORD} (a.ts:1:2)`)],
  ["a message that was changed since", Object.assign(new Error(`We met\nat ${WORD}'s`), { message: "x" })],
  ["a stack of its own", withStack(`Error: ${WORD}\nat ${WORD}\n at ${WORD}'s house`)],
  ["a name", Object.assign(new Error("x"), { name: `${WORD} is here` })],
  ["a code", Object.assign(new Error("x"), { code: `no ${WORD}` })],
  ["other fields", Object.assign(new Error("x"), { body: WORD, input: WORD, errors: [WORD] })],
  ["JSON", thrown(() => JSON.parse(`{"a": ${WORD}`))],
  ["a schema", thrown(() => z.object({ [WORD]: z.enum([WORD]) }).parse({ [WORD]: `${WORD}!` }))],
  ["an address", thrown(() => new URL(`//${WORD} x`))],
  ["a cause", new Error("x", { cause: new Error(`at ${WORD}`, { cause: `of ${WORD}` }) })],
  ["a cause of itself", cyclic],
  ["several", new AggregateError([new Error(WORD)], WORD)],
  ["no error", WORD],
  ["an object", { message: WORD }],
])("%s", (_, error) => {
  expect(JSON.stringify(errorWithoutText(error))).not.toContain(WORD);
});

test("where it was thrown, and what it is, stay", () => {
  const error = Object.assign(new TypeError("We met\nat noon"), { code: "ENOSPC" });
  const told = errorWithoutText(error);
  expect(told).toMatchObject({ type: "TypeError", code: "ENOSPC" });
  const reply = Object.assign(new Error("OOM command not allowed"), { name: "ReplyError" });
  expect(errorWithoutText(reply)).toMatchObject({ type: "ReplyError", code: "OOM" });
  expect(told.stack).toMatch(/^ {4}at .*logger\.test\.ts:\d+:\d+/);
});
