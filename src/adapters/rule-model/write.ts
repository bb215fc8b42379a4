import { rewritten, verbsOf } from "./forms.ts";
import { RELATION_FORMS, RULE_LANGUAGES, type RuleLanguage } from "./languages/index.ts";
import type { RelationForms } from "./languages/relation-forms.ts";
import { isFeminine, type Somebody } from "./phrases.ts";
import type { Statement } from "./read.ts";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const withGender = (template: string, kin: string, pack: RelationForms): string => {
  const isFem = isFeminine(kin, pack);
  const opensWithVowel = /^[aeiouéèœ]/iu.test(kin);
  return template
    .replace("{the}", pack.the[isFem ? 1 : 0])
    .replace("{your}", pack.your[isFem && !(pack.language === "fr" && opensWithVowel) ? 1 : 0]);
};

/** One plain sentence in the third person, in the language of the statement. `speaker`: who "I" is, when not the user. */
export function sentenceOf(statement: Statement, speaker: string | null): string {
  const pack = RELATION_FORMS[statement.language];
  const said = statement.written
    .replace("{s}", () => `${subjectPhrase(statement.subject, speaker, pack)} `)
    .replace("{o}", () => statement.object.said)
    .trim();
  return `${capital(rewritten(said, pack.contract))}.`;
}

function subjectPhrase(subject: Somebody | null, speaker: string | null, pack: RelationForms): string {
  if (subject === null) return speaker ?? pack.self;
  if (subject.kin === null) return subject.name ?? "";
  const [unnamed, named] = speaker === null ? pack.kinOf.self : pack.kinOf.other;
  return withGender(subject.name === null ? unnamed : named, subject.kin, pack)
    .replace("{kin}", subject.kin)
    .replace("{name}", subject.name ?? "")
    .replace("{owner}", speaker ?? "");
}

/** "My sister Annelie lives in Lyon" tells that she is called so. */
export function kinSentence(statement: Statement, speaker: string | null): string {
  const { kin = null, name = "" } = statement.subject ?? {};
  return sentenceOf(
    {
      ...statement,
      subject: { kin, name: null },
      object: { name: name ?? "", said: name ?? "", denied: false },
      written: RELATION_FORMS[statement.language].written.kin ?? "",
    },
    speaker,
  );
}

interface Turning {
  self: RegExp;
  second: ReadonlyMap<string, string>;
  theirs: RegExp;
  kin: readonly (readonly [RegExp, string])[];
}

const escaped = (text: string): string => text.replace(/[.()?]/g, "\\$&");

function turningOf(pack: RelationForms): Turning {
  const pairs = [
    ...pack.seconds.split("; ").map((pair) => pair.split("/") as [string, string]),
    ...verbsOf(pack).map((verb): [string, string] => [verb.third.replace("@", ""), verb.second]),
  ];
  const second = new Map(pairs.map(([from, to]) => [rewritten(from, pack.contract), to]));
  const verbs = [...second.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const selves = [pack.self, pack.selfAlso].filter((one) => one !== "").join("|");
  const adverbs = pack.adverbs === "" ? "" : `((?:${pack.adverbs}) )?`;
  return {
    self: new RegExp(`^(?:${selves}) ${adverbs || "()"}(${verbs.join("|")})(?!\\p{L})(.*)$`, "u"),
    second,
    theirs: new RegExp(`(?<!\\p{L})(?:${pack.theirs})(?!\\p{L})`, "iu"),
    kin: pack.kinOf.self.map((template, index) => {
      const source = template
        .replace("{the} ", `(?:${pack.the.join(" |")} |L')`)
        .replace("{kin}", "(?<kin>\\p{L}+)")
        .replace("{name}", "(?<name>\\p{Lu}[^,]*?)");
      return [new RegExp(`^${source}(?= )`, "u"), pack.kinOf.you[index] ?? ""] as const;
    }),
  };
}

const TURNING = Object.fromEntries(
  RULE_LANGUAGES.map((language) => [language, turningOf(RELATION_FORMS[language])]),
) as Record<RuleLanguage, Turning>;

/** "The user lives in Oslo." as it is said to the user; null where that is no plain exchange of words. */
export function toUser(sentence: string, language: RuleLanguage): string | null {
  const pack = RELATION_FORMS[language];
  const { self, second, theirs, kin } = TURNING[language];
  const own = self.exec(
    rewritten(
      sentence,
      pack.expand.filter(([short]) => short === "\\bn'"),
    ),
  );
  if (own) {
    const [, adverb = "", verb = "", rest = ""] = own;
    if (theirs.test(rest)) return null;
    return capital(rewritten(`${pack.you}${adverb}${second.get(verb) ?? verb}${rest}`, pack.contract));
  }
  for (const [pattern, template] of [...kin].reverse()) {
    const match = pattern.exec(sentence);
    const rest = sentence.slice(match?.[0].length ?? 0);
    if (!match || theirs.test(rest)) continue;
    const head = withGender(template, match.groups?.["kin"] ?? "", pack)
      .replace("{kin}", match.groups?.["kin"] ?? "")
      .replace("{name}", match.groups?.["name"] ?? "");
    return capital(head + rest);
  }
  return null;
}
