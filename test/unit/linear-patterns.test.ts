import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { checkSync } from "recheck";
import { analyse } from "scslre";
import { beforeAll, expect, test } from "vitest";
import type { Pattern, Patterns } from "../support/patterns-of-src.ts";

/**
 * Every regular expression of `src`, literal or made, takes time in proportion to the text. Two analysers look at each:
 * scslre for runs of one character, with lookarounds and sets, and the automata of recheck for longer pieces, where a
 * pattern repeats a group without end and has no lookaround.
 */
const COLLECTOR = join(import.meta.dirname, "../support/patterns-of-src.ts");

/** Places whose patterns are not held to it, with the reason. */
const EXCEPTIONS = new Map([
  [
    "src/services/time/chrono.ts",
    "chrono-node's own: it reads 4,000 characters at most, without long blanks",
  ],
]);

let found: Patterns;

beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [COLLECTOR], { maxBuffer: 64 * 1024 ** 2 });
  found = JSON.parse(stdout) as Patterns;
});

test("of every place that makes a pattern one was seen", () => {
  expect(found.patterns.length).toBeGreaterThan(500);
  expect(found.unseen.filter((at) => !EXCEPTIONS.has(withoutLine(at)))).toEqual([]);
});

test("no pattern takes more than linear time", { timeout: 120_000 }, () => {
  const distinct = new Map(found.patterns.map((one) => [`${one.source} ${one.flags}`, one]));
  const held = [...distinct.values()].filter(({ at }) => !EXCEPTIONS.has(withoutLine(at)));
  expect(held.flatMap((one) => [...runsIn(one), ...piecesIn(one)])).toEqual([]);
});

test("an exception has patterns that need it", () => {
  const slow = new Set(
    found.patterns.filter((one) => runsIn(one).length > 0).map(({ at }) => withoutLine(at)),
  );
  for (const file of EXCEPTIONS.keys()) expect(slow).toContain(file);
});

test("both analysers tell a slow pattern", () => {
  const bad = { at: "here", source: "\\s+$", flags: "u" };
  expect(runsIn(bad)).toEqual(["here /\\s+$/u: Move of \\s+"]);
  expect(piecesIn({ ...bad, source: "(?:ab)+c(?:ab)+$|^(?:ab)*(?:ab)*$" })).toHaveLength(1);
});

const withoutLine = (at: string): string => at.replace(/:\d+$/, "");
const shown = ({ at, source, flags }: Pattern): string => `${at} /${source}/${flags}`;

/** Runs of one character that are read again and again. */
function runsIn(pattern: Pattern): string[] {
  return analyse(pattern).reports.map((report) => {
    const quantifiers =
      report.type === "Trade" ? `${report.startQuant.raw} with ${report.endQuant.raw}` : report.quant.raw;
    return `${shown(pattern)}: ${report.type} of ${quantifiers}`;
  });
}

const REPEATS_GROUP = /\)(?:[*+]|\{\d+,\})/;
const LOOKS_AROUND = /\(\?<?[=!]/;
const ANALYSIS_MS_MAX = 5_000;

/** Pieces that are read again and again: the attack that shows it. */
function piecesIn(pattern: Pattern): string[] {
  const { source, flags } = pattern;
  if (!REPEATS_GROUP.test(source) || LOOKS_AROUND.test(source) || flags.includes("v")) return [];
  const options = { checker: "automaton", timeout: ANALYSIS_MS_MAX } as const;
  const result = checkSync(source, flags.replace("d", ""), options);
  return result.status === "vulnerable"
    ? [`${shown(pattern)}: ${result.complexity.summary} for ${result.attack.pattern}`]
    : [];
}
