import { subjectPhrase } from "./cast.ts";
import type { Grammar } from "./grammar.ts";
import type { Reading } from "./read-turn.ts";

/** One plain sentence in the language of the turn, in the third person. */
export function sentenceOf(reading: Reading, grammar: Grammar): string {
  const object = typeof reading.object === "string" ? reading.object : reading.object.name;
  const subject = subjectPhrase(reading.subject, grammar);
  const pair = phraseFor(reading, grammar);
  return pair[reading.negative ? 1 : 0]
    .replaceAll("{s}", () => subject)
    .replaceAll("{o}", () => object)
    .replaceAll("{r}", () => (reading.roleWord ?? "").replace(/(?<=[a-z]{3})s$/u, ""))
    .replaceAll("{p}", () => reading.predicate.toLowerCase().replace(/_/g, " "));
}

function phraseFor(reading: Reading, grammar: Grammar): readonly [string, string] {
  const { phrases } = grammar;
  const own = phrases[reading.predicate];
  if (reading.roleWord && reading.predicate !== "AGE") return phrases["ROLE"] ?? FALLBACK;
  if (own) return own;
  if (reading.predicate.startsWith("FAVORITE_")) return phrases["FAVORITE"] ?? FALLBACK;
  return phrases["OTHER"] ?? FALLBACK;
}

const FALLBACK = ["{s}: {p} {o}.", "{s}: not {p} {o}."] as const;
