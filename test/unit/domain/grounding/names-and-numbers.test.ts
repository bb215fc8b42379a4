import { describe, expect, test } from "vitest";
import {
  unsupportedNames,
  unsupportedNumbers,
  missingDetails,
  requiredDetailsOf,
} from "../../../../src/domain/grounding/names-and-numbers.ts";
import { groupsOf, summaryId } from "../../../../src/services/maintenance/consolidate/groups.ts";
import {
  extractiveSummary,
  missingLines,
} from "../../../../src/services/maintenance/consolidate/extractive.ts";
import type { Episode } from "../../../../src/domain/model/episode.ts";

function turn(id: string, userMessage: string, more: Partial<Episode> = {}): Episode {
  const said = { occurredAt: "2026-03-04T10:00:00.000Z", speaker: null, conversationId: "c" };
  return { id, userMessage, ...said, ...more } as Episode;
}

describe("what must survive", () => {
  const told = [
    "Yesterday I met Mira in Porto.",
    "The bus 41 was 12 minutes late, in März.",
    "I ate three figs.",
  ];

  test("names, numbers in figures and words, months", () => {
    const found = requiredDetailsOf(told, ["figs"]);
    const of = (wanted: string): string[] =>
      found.flatMap(({ kind, text }) => (kind === wanted ? [text] : []));
    expect(of("name")).toEqual(expect.arrayContaining(["Mira", "Porto", "figs", "März"]));
    expect(of("number").sort()).toEqual(["12", "3", "41"]);
  });

  test("a text lacks what it does not have, however numbers are written", () => {
    const found = requiredDetailsOf(told, []);
    expect(
      missingDetails("Yesterday: Mira, Porto; bus forty-one? 41, 12 minutes in March; 3 figs. März.", found),
    ).toEqual([]);
    const missing = missingDetails("Somebody in Porto, bus 41.", found);
    expect(missing.map(({ text }) => text)).toEqual(expect.arrayContaining(["Mira", "12", "3"]));
  });

  test("what nobody said is made up", () => {
    expect(unsupportedNumbers("The bus 41 came at 14:30 on 4 March.", [...told, "2026-03-04 14:30"])).toEqual(
      [],
    );
    expect(unsupportedNumbers("It cost 99 euros.", told)).toEqual(["99"]);
    expect(unsupportedNames("The user met Mira and Tom.", told)).toEqual(["Tom"]);
  });
});

describe("a summary by code", () => {
  const turns = [
    turn("a", "The bus was late. It was raining in Porto and I had no umbrella with me at all."),
    turn("b", "The bus was late. Mira paid 12 euros."),
    turn("c", "Nothing much. Soup and bread again.", {
      occurredAt: "2026-03-06T10:00:00.000Z",
      speaker: "Lia",
    }),
  ];
  const required = requiredDetailsOf(
    turns.map(({ userMessage }) => userMessage),
    [],
  );

  test("keeps the shortest sentences that hold all that must survive, each once, by day", () => {
    const text = extractiveSummary(turns, required) ?? "";
    expect(missingDetails(text, required)).toEqual([]);
    expect(text.match(/The bus was late/g)).toHaveLength(1);
    expect(text).toMatch(/^2026-03-04: .*\n2026-03-06: /s);
  });

  test("adds what another text lacks", () => {
    expect(missingLines(turns, "Rain in Porto, a late bus.", required)).toBe(
      "2026-03-04: Mira paid 12 euros.",
    );
  });

  test("gives up on what does not fit", () => {
    const long = Array.from({ length: 50 }, (_, n) =>
      turn(`t${n}`, `${"word ".repeat(30)}about number ${n}77.`),
    );
    expect(
      extractiveSummary(
        long,
        requiredDetailsOf(
          long.map(({ userMessage }) => userMessage),
          [],
        ),
      ),
    ).toBeNull();
  });
});

describe("groups", () => {
  const at = (day: number) => ({ occurredAt: `2026-03-${String(day).padStart(2, "0")}T10:00:00.000Z` });
  const ids = (turns: Episode[], of: Record<string, string[]>): string[][] =>
    groupsOf(turns, new Map(Object.entries(of))).map((group) => group.map(({ id }) => id));

  test("one thing spoken of in one month, then one conversation; fewer than three stay", () => {
    const turns = [1, 2, 3, 4, 5, 6, 7].map((n) =>
      turn(`t${n}`, "x", { ...at(n), conversationId: n < 4 ? `c${n}` : "d" }),
    );
    const of = { t1: ["bus"], t2: ["bus", "rain"], t3: ["bus"], t4: ["rain"] };
    expect(ids(turns, of)).toEqual(
      [
        ["t4", "t5", "t6", "t7"],
        ["t1", "t2", "t3"],
      ].reverse(),
    );
    expect(ids(turns.slice(0, 2), of)).toEqual([]);
  });

  test("months stay apart, and large topics come in pieces of about one size", () => {
    const turns = Array.from({ length: 101 }, (_, n) => turn(`t${n}`, "x", at(1 + (n % 28))));
    expect(ids(turns, {}).map((group) => group.length)).toEqual([34, 34, 33]);
    const april = turn("t8", "x", { occurredAt: "2026-04-01T10:00:00.000Z" });
    expect(ids([...turns.slice(0, 2), april], {})).toEqual([]);
  });

  test("the same turns have one name", () => {
    const [a, b] = [turn("a", "x"), turn("b", "y")];
    expect(summaryId([a, b])).toBe(summaryId([b, a]));
    expect(summaryId([a])).not.toBe(summaryId([b]));
  });
});
