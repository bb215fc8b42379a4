import { listed, RELATION_FORMS, RULE_LANGUAGES, type RuleLanguage } from "./languages/index.ts";
import type { RelationForms } from "./languages/relation-forms.ts";
import { calendar } from "./phrases.ts";
import { relationOf, type Row } from "./relations.ts";

export type Told = "positive" | "negative" | "ended";

/** One way to say a relation: what reads it, and the sentence in the third person that is written. */
export interface Form {
  row: Row;
  told: Told;
  pattern: RegExp;
  /** With {s}, the subject and the space behind it, and {o}. */
  written: string;
}

/** A verb of the table: `row kind: first/second/third rest`. */
export interface Verb {
  row: Row;
  kind: string;
  first: string;
  second: string;
  third: string;
  rest: string;
  /** The rest as it is written. */
  said: string;
}

const lines = (table: string): [head: string, body: string][] =>
  table
    .trim()
    .split("\n")
    .map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });

export function verbsOf(pack: RelationForms): Verb[] {
  return lines(pack.verbs).map(([head, body]) => {
    const [row = "", kind = "verb"] = head.split(" ");
    const [read = "", said] = body.split(" => ");
    const [first = "", second = "", last = ""] = read.split("/");
    // The third form is as long as the first one; what follows is the rest.
    const length = first.split(" ").length;
    const parts = last.split(" ");
    const isLonger = last.startsWith("@") && first.split(" ").length < 2;
    const third = parts.slice(0, length + (isLonger ? 1 : 0)).join(" ");
    const rest = last.slice(third.length + 1);
    return { row: row as Row, kind, first, second, third, rest, said: said ?? rest };
  });
}

/** Alternatives of listed words; a dot stands for a space. */
export const anyOf = (entry: string): string =>
  entry
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(".", " "))
    .join("|");

/** Stands in a sentence for a time. */
export const TIME = "\u0001";

/** What times look like in a language. */
export function timeOf(pack: RelationForms): RegExp {
  const { months, days } = calendar(pack.language);
  const macros = { month: months.join("|"), day: days.join("|"), number: "(?:\\d+|\\p{L}+)" };
  const sources = pack.times.map((source) =>
    source.replace(/\{(month|day|number)\}/g, (_, name: keyof typeof macros) => macros[name]),
  );
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join("|")})(?![\\p{L}\\p{N}])`, "giu");
}

function compile(source: string, pack: RelationForms): RegExp {
  const filled = source
    .replace(/\{t\}/g, `(?:${TIME},? )?`)
    .replace(/\{T\}/g, TIME)
    .replace("{who}", "(?<who>\\S+(?: \\S+){0,3}?) ?")
    .replace("{kin}", "(?<kin>\\S+)")
    .replace("{o}", "(?<o>\\S.*?)");
  const start = `(?:${TIME},? )?`;
  const end = `(?: ${TIME})?(?: (?:${anyOf(pack.trails)}))?`;
  const contrast = `(?<not>, (?:${pack.not}) [^,]+)?`;
  return new RegExp(`^${start}${filled}${end}${contrast}$`, "i");
}

const escaped = (text: string): string => text.replace(/[.()?]/g, "\\$&");

function formsOf(pack: RelationForms): Form[] {
  const frames = lines(pack.frames).map(([head, body]) => {
    const [kind = "", told = ""] = head.split(" ");
    const [read = "", written = ""] = body.split(" => ");
    return { kind, told: told as Told, read, written };
  });
  const spoken = verbsOf(pack).flatMap(({ row, kind, first, third, rest, said }) =>
    frames
      .filter((frame) => frame.kind === kind && !(relationOf(row).isChange && frame.told !== "positive"))
      .flatMap(({ told, read, written }) => {
        const isTurned = third.startsWith("@");
        const fill = (source: string, s: string, v: string, x = rest): string =>
          source.replace("{s}", s).replace("{v}", v).replace("{b}", first).replace("{x}", x);
        const plain = third.replace("@", "");
        const sentence = fill(written, isTurned ? "a {s}" : "{s}", plain, said);
        const who = isTurned ? "a {who}" : "{who}";
        return [fill(read, pack.first, escaped(first)), fill(read, who, escaped(plain))].map((source) => ({
          row,
          told,
          pattern: compile(source, pack),
          written: sentence,
        }));
      }),
  );
  const fixed = lines(pack.sentences).map(([row, read]) => ({
    row: row as Row,
    told: "positive" as const,
    pattern: compile(read, pack),
    written: pack.written[row as Row] ?? "",
  }));
  return [...fixed, ...spoken];
}

/** Every form of every language, compiled once. */
export const FORMS = Object.fromEntries(
  RULE_LANGUAGES.map((language) => [language, formsOf(RELATION_FORMS[language])]),
) as Record<RuleLanguage, Form[]>;

/** Short forms written out, or put back. */
export function rewritten(text: string, pairs: RelationForms["expand"]): string {
  return pairs.reduce((out, [from, to]) => out.replace(new RegExp(from, "giu"), to), text);
}

export const isAmong = (entry: string, word: string): boolean => listed(entry).includes(word);
