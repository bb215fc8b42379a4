import type { Span } from "../../domain/text.ts";
import type { Cast, Subject } from "./cast.ts";
import type { Gender, Grammar, Language, VerbRule } from "./grammar.ts";
import { notAName } from "./introductions.ts";
import type { Mention } from "./mentions.ts";
import { trimmed } from "./noun-phrase.ts";
import { FORMS, type SentenceForm } from "./sentence-forms/index.ts";
import { nameTags } from "./tags.ts";
import { inDigits, type Statement } from "./verb-phrases.ts";

/** Words for somebody as an object, who may be the user or somebody of a gender. */
const OBJECTS: Readonly<Record<Language, Readonly<Record<string, Gender | "self">>>> = {
  en: { me: "self", him: "m", her: "f" },
  de: { mich: "self", mir: "self", ihn: "m", ihm: "m", sie: "f", ihr: "f" },
  fr: { m: "self", me: "self", l: "x", lui: "x" },
  es: { me: "self", lo: "m", la: "f", le: "x" },
};

/** A form without a word of denial must not match a sentence with one. */
const DENIED: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:not|never|no longer|nobody|hardly)\b|n['’]t\b/iu,
  de: /\b(?:nicht|nie|niemals|kein\p{L}*|nimmer)\b/iu,
  fr: /(?<!\p{L})(?:pas|jamais|plus|aucune?)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:no|nunca|jamás|tampoco|ni)(?!\p{L})/iu,
};

/** How a sentence without "I" shows that it speaks of the user. */
const FIRST_PERSON: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:my|our|me|us)\b|^\P{L}*(?:cancel|call|scrap|broke|split|separated|originally)/iu,
  de: /(?<!\p{L})(?:mein\p{L}*|unser\p{L}*|mich|mir|uns|bin|habe?|haben)(?!\p{L})|^(?:[Dd](?:ie|er|as|en) )?[^,]{3,40} (?:ist|wurde|sind)/u,
  fr: /(?<!\p{L})(?:m[eao]n?|mes|notre|nos|ai|suis|on|avons|fais|prends|travaille|sommes)(?!\p{L})|^(?:le |la |l['’])/iu,
  es: /^(?:\P{L}*\p{L}+ )?(?:me|nos|mi|yo|no tengo|\p{L}+(?:é|í|amos|imos|emos)|hemos|he|[tp]?eng?o|tengo|pago|trabajo|estudio)(?!\p{L})|(?<!\p{L})(?:vamos|voy|tengo|me|nos|juego|hago|canto|ensayo|ensayamos|casad[oa])(?!\p{L})|^(?:el|la) /iu,
};

/** Who is spoken of in a statement, and what is needed to tell whom words mean. */
interface Scene {
  mentions: readonly Mention[];
  cast: Cast;
  grammar: Grammar;
}

/** A form as it was found in the text. */
interface Found {
  form: SentenceForm;
  match: RegExpExecArray;
  /** Of the match, in the text. */
  start: number;
  /** Where a group of the pattern stands in the text. */
  at: (group: string) => Span | null;
}

/** What the sentence forms of the language state in one statement; `mentions` are the people spoken of there. */
export function formStatements(
  own: string,
  span: Span,
  mentions: readonly Mention[],
  cast: Cast,
  grammar: Grammar,
): Statement[] {
  const text = own.slice(span.start, span.end);
  return FORMS[grammar.language].flatMap((form) => {
    const match = matchOf(form, text);
    if (!match) return [];
    if ((!form.negative || form.change === "ending") && isDenied(match[0], grammar)) return [];
    const spans = match.indices?.groups ?? {};
    const at = (group: string): Span | null => {
      const found = spans[group];
      return found ? { start: span.start + found[0], end: span.start + found[1] } : null;
    };
    return statement({ form, match, start: span.start + match.index, at }, { mentions, cast, grammar });
  });
}

/** "Not together any more" denies nothing that the form says. */
function isDenied(said: string, { language }: Grammar): boolean {
  return !NO_MORE.test(said) && DENIED[language].test(said);
}

const NO_MORE = /\b(?:no longer|any ?more|nicht mehr|plus ensemble|ya no)\b/iu;

/** A sentence may begin with any of its words, so its first letter counts as small too. */
function matchOf(form: SentenceForm, text: string): RegExpExecArray | null {
  return form.pattern.exec(text) ?? form.pattern.exec(text.charAt(0).toLowerCase() + text.slice(1));
}

function statement(found: Found, scene: Scene): Statement[] {
  const { form, match, start } = found;
  const subject = subjectOf(found, scene);
  const isOther = form.of === "animal" && (subject === "self" || subject?.type !== "animal");
  const object = subject === null || isOther ? null : objectOf(found, scene);
  if (subject === null || object === null || object === "") return [];
  const rule: VerbRule = {
    predicate: form.predicate,
    take: "none",
    confidence: form.confidence,
    ...(form.entity ? { entity: form.entity } : {}),
    ...(form.change ? { change: form.change } : {}),
  };
  return [
    {
      mention: { start, end: start, subject, kind: subject === "self" ? "self" : "name" },
      rule,
      object,
      negative: form.negative ?? false,
      ending: form.change === "ending",
      quoteStart: start,
      quoteEnd: start + match[0].trimEnd().length,
    },
  ];
}

/** Whom the words name; null when it is nobody the rules know. */
function subjectOf(found: Found, scene: Scene): Subject | null {
  const span = found.at("who");
  const words = found.match.groups?.["who"];
  if (span === null || words === undefined) return unsaid(found, scene);
  const objective = OBJECTS[scene.grammar.language][words.toLowerCase()];
  if (objective === "self") return "self";
  if (objective !== undefined) return scene.cast.byGender(objective);
  const named = mentionEndingAt(span.end, scene);
  if (named) return admitted(named, scene.cast);
  return new RegExp(`(?:^| )(?:${scene.grammar.and})$`, "u").test(words) ? lastBefore(span.end, scene) : null;
}

/** A sentence without a subject of its own goes on with the last one, or speaks of the user by a word of the first person. */
function unsaid({ form, match, start }: Found, { mentions, grammar }: Scene): Subject | null {
  if (new RegExp(`(?<!\\p{L})(?:${grammar.self})(?!\\p{L})`, "u").test(match[0])) return "self";
  const last = mentions.findLast(
    (mention) => mention.end > mention.start && mention.end <= start && mention.aside !== true,
  );
  if (last) return last.stranger ? null : last.subject;
  return form.bare || FIRST_PERSON[grammar.language].test(match[0]) ? "self" : null;
}

function mentionEndingAt(end: number, { mentions, grammar }: Scene): Mention | undefined {
  return mentions.findLast(
    (mention) => mention.end === end && mention.end > mention.start && !isAside(mention, grammar),
  );
}

/** In German a noun at hand may look like a name. */
function isAside(mention: Mention, { language }: Grammar): boolean {
  return (
    language === "de" &&
    mention.aside === true &&
    mention.subject !== "self" &&
    !nameTags(mention.subject.name).person
  );
}

function lastBefore(at: number, { mentions }: Scene): Subject | null {
  return (
    mentions.findLast((mention) => mention.end > mention.start && mention.end <= at && !mention.stranger)
      ?.subject ?? null
  );
}

function admitted(mention: Mention, cast: Cast): Subject {
  if (mention.subject === "self" || !mention.stranger) return mention.subject;
  return cast.add(mention.subject.name, mention.subject.type, null);
}

function objectOf({ form, match, at }: Found, scene: Scene): string | null {
  const whom = at("whom");
  if (whom !== null) {
    const mention = mentionEndingAt(whom.end, scene);
    const member = mention ? admitted(mention, scene.cast) : null;
    return member === null || member === "self" ? null : member.name;
  }
  const raw = match.groups?.["object"];
  if (raw === undefined) return form.object ?? null;
  if (form.predicate === "AGE") return inDigits(raw);
  if (form.entity === "person" || form.predicate === "KNOWN_AS")
    return notAName(raw.trim(), scene.grammar) ? null : raw.trim();
  return trimmed(raw, scene.grammar);
}
