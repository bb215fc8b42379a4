import { expect, test } from "vitest";
import type { Life, LifeFact, LifeTurn } from "./format.ts";
import { wouldConfirm } from "./would-confirm.ts";

/** Ana tells of her codes and her flat, then wants the newer code and the flat's tenant forgotten (s1t3). */
const LIFE: Life = {
  user: { name: "Ana Novak", timezone: "Europe/Vienna", language: "en" },
  entities: [
    { id: "e1", name: "Ana Novak", type: "person", aliases: ["Ana", "user"] },
    { id: "e2", name: "Bert", type: "person", aliases: [] },
  ],
  sessions: [
    {
      id: "s1",
      at: "2025-01-10T20:00:00+01:00",
      turns: [
        turn("s1t1", [
          fact("f1", "Ana's door code is 0815.", { value: "0815" }),
          fact("f2", "Ana lives in Graz.", { value: "Graz" }),
        ]),
        turn("s1t2", [
          fact("f3", "Ana's door code is 4711.", { value: "4711", op: "update", replaces: ["f1"] }),
          fact("f4", "Ana lent Bert the spare key.", { object: "e2", quote: "lent Bert my spare key" }),
        ]),
        { ...turn("s1t3", []), forget: ["f3", "f4"] },
        turn("s1t4", [
          fact("f5", "The alarm code is 1234.", { value: "1234", op: "repeat", replaces: ["f3"] }),
        ]),
      ],
    },
  ],
  questions: [],
};

function turn(id: string, facts: LifeFact[]): LifeTurn {
  return { id, user: "", assistant: "", facts };
}

function fact(id: string, text: string, over: Partial<LifeFact>): LifeFact {
  const empty = { object: null, value: null, validAt: null, op: "assert" } as const;
  return { id, subject: "e1", predicate: "X", text, quote: "", ...empty, ...over };
}

test("what the turn names is confirmed, in whatever words", () => {
  expect(wouldConfirm(LIFE, "s1t3", ["The code at Ana's door is 4711."])).toBe(true);
  expect(wouldConfirm(LIFE, "s1t3", ["Bert has a spare key from Ana."])).toBe(true);
});

test("an earlier telling of the same counts, a later one does not", () => {
  expect(wouldConfirm(LIFE, "s1t3", ["It used to be 0815."])).toBe(true);
  expect(wouldConfirm(LIFE, "s1t3", ["It is 1234."])).toBe(false);
});

test("one text about anything else is enough to say no", () => {
  expect(wouldConfirm(LIFE, "s1t3", ["Ana's door code is 4711.", "Ana lives in Graz."])).toBe(false);
  expect(wouldConfirm(LIFE, "s1t3", ["Bert is Ana's friend."])).toBe(false);
});

test("nothing shown, or nothing asked for, is not confirmed", () => {
  expect(wouldConfirm(LIFE, "s1t3", [])).toBe(false);
  expect(wouldConfirm(LIFE, "s1t1", ["Ana's door code is 0815."])).toBe(false);
  expect(wouldConfirm(LIFE, "s9t9", ["Ana's door code is 0815."])).toBe(false);
});
