/**
 * `node test/support/patterns-of-src.ts`: all regular expressions of `src` as JSON: literals by their source text, and those
 * that code makes (`new RegExp`) as they are made while every module loads and some sentences of each language are read.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

export interface Pattern {
  /** `src/language/text.ts:33` */
  at: string;
  source: string;
  flags: string;
}

export interface Patterns {
  patterns: Pattern[];
  /** Places that make a pattern of which none was seen. */
  unseen: string[];
}

const ROOT = join(import.meta.dirname, "../..");
/** Programs that run as soon as they are loaded, and pages of the browser. */
const PROGRAMS =
  /^src\/(?:main\.ts|install\.js|cli\/main\.ts|adapters\/sqlite\/worker\.ts|services\/graph\/worker\.ts|web\/)/;
const files = globSync("src/**/*.{ts,tsx,js}", { cwd: ROOT }).sort();

/** Every RegExp that is made from now on, with the place that made it. */
function recordMade(): Map<string, Pattern> {
  const found = new Map<string, Pattern>();
  const record = (pattern: RegExp): RegExp => {
    const line = new Error("where").stack?.split("\n").find((one) => one.includes(join(ROOT, "src")));
    const at = /src\/[^:)]+:\d+/.exec(line ?? "")?.[0];
    const { source, flags } = pattern;
    if (at !== undefined) found.set(`${at} ${source} ${flags}`, { at, source, flags });
    return pattern;
  };
  const plain = RegExp;
  globalThis.RegExp = new Proxy(plain, {
    construct: (target, args, of) => record(Reflect.construct(target, args, of) as RegExp),
    apply: (target, _self, args) => record(Reflect.construct(target, args) as RegExp),
  });
  return found;
}

function readSources(): { literals: Pattern[]; makers: string[] } {
  const literals: Pattern[] = [];
  const makers: string[] = [];
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), "utf8");
    const at = ({ start }: { start: number }): string => `${file}:${text.slice(0, start).split("\n").length}`;
    const making = (node: { start: number; callee: unknown }): void => {
      const { name } = Object(node.callee) as { name?: string };
      if (name === "RegExp" && !PROGRAMS.test(file)) makers.push(at(node));
    };
    new Visitor({
      NewExpression: making,
      CallExpression: making,
      Literal(node) {
        if ("regex" in node)
          literals.push({ at: at(node), source: node.regex.pattern, flags: node.regex.flags });
      },
    }).visit(parseSync(file, text).program);
  }
  return { literals, makers };
}

async function loadAll(): Promise<void> {
  for (const file of files) if (!PROGRAMS.test(file)) await import(join(ROOT, file));
}

/** What makes its patterns when it is first asked. */
async function readSentences(): Promise<void> {
  const { LANGUAGES } = await import("../../src/language/index.ts");
  const { rulesOf } = await import("../../src/services/time/rules.ts");
  const { parseTimes, resolvePoint } = await import("../../src/services/time/index.ts");
  const { validTimes } = await import("../../src/services/extraction/valid-times.ts");
  const { recogniseIntents } = await import("../../src/services/intents/index.ts");
  const { targetOf } = await import("../../src/services/intents/target.ts");
  const { runsOf } = await import("../../src/language/names.ts");
  const { aroundWords } = await import("../../src/language/excerpt.ts");
  const { extractTurn } = await import("../../src/adapters/notebook/extract.ts");
  const { replyTo } = await import("../../src/adapters/notebook/reply.ts");
  const { externalIdsIn } = await import("../../src/domain/grounding/external-ids.ts");
  const { passagesOf } = await import("../../src/domain/grounding/passages.ts");
  const at = { reference: "2025-06-01T12:00:00.000Z", timeZone: "UTC" };
  externalIdsIn("", [{ system: "own", template: "A.{letters}-{alnum}-{digits}" }]);
  for (const language of LANGUAGES) {
    rulesOf(language);
    for (const text of SENTENCES) {
      parseTimes(text, { ...at, languages: [language] });
      validTimes(text, { start: 0, end: text.length }, "none", { ...at, languages: [language] });
      for (const intent of recogniseIntents(text).intents) targetOf(text, intent);
      extractTurn(text, language);
      passagesOf(text);
      replyTo({ ...ASKED, message: text });
    }
  }
  for (const other of ["pt", "ja", "ru"]) {
    parseTimes("Morei em Recife em março de 2025.", { ...at, other });
    resolvePoint("em março", { ...at, other });
  }
  for (const _run of runsOf("京都に住む", "京都")) break;
  aroundWords("anna ".repeat(10_000), ["anna"], 1000);
}

const ASKED = {
  kind: "chat",
  recalled: [],
  isAway: false,
  earlier: [],
  newest: [],
  isKept: true,
  isSearched: true,
  timeZone: "UTC",
} as const;

const SENTENCES = [
  "I lived in Rome from Monday to Friday, between May 2019 and June 2020, and since early March in Lyon.",
  "Wir treffen uns am 3. Juli, 15 Uhr, und wohnten von Montag bis Freitag in Graz.",
  "Je suis né le 3 mai 1990 et j'habite à Lyon depuis mars.",
  "Vivo en Roma desde mayo de 2019 hasta el 3 de junio.",
  "Forget that my sister Anna lives in Lyon.",
  "Vergiss alles über Anna.",
  "My sister Anna lives in Lyon.",
  "I am 34 and I work as a nurse, not as a doctor.",
  "Ich wohne nicht mehr in Graz.",
  "J'aime le thé. Me gusta el té. I live in Oslo now.",
  "July 3, 10 people came.",
];

const made = recordMade();
const { literals, makers } = readSources();
await loadAll();
await readSentences();
const seen = new Set([...made.values()].map(({ at }) => at));
const result: Patterns = {
  patterns: [...literals, ...made.values()],
  unseen: makers.filter((at) => !seen.has(at)),
};
process.stdout.write(JSON.stringify(result), () => process.exit(0));
