import stemmers from "snowball-stemmers";
import { kinPredicate } from "../../domain/kinship.ts";
import { fold, words } from "../../domain/text.ts";
import { extractTurn } from "./extract.ts";
import type { Language } from "./grammar.ts";
import { detectLanguage, grammarOf } from "./language.ts";
import { parseChat, type RecallLine } from "./recall-block.ts";
import { REPLIES } from "./replies.ts";
import { toSecondPerson } from "./second-person.ts";

export interface AnswerInput {
  /** The last user message with its recall block. */
  content: string;
  /** Earlier messages, oldest first: what a correction corrects. */
  previous: { role: string; text: string }[];
  /** True when no reply stands in the history: the model then says what it is. */
  first: boolean;
  at: string;
  timeZone: string;
}

const LIST_LINES_MAX = 8;
const NOTED_MAX = 3;
const STEMMERS: Record<Language, string> = { en: "english", de: "german", fr: "french", es: "spanish" };

/** Words that carry no subject in a question. */
const HOLLOW = new Set(
  "what who where when why how which is are was were do does did my your the a an i you me we of in on at to for about know tell have has had can name called user will not and or it that this there any some old was wo wer wann wie warum welche ist sind hat habe haben mein meine meiner dein der die das den dem ich du mir ein eine von zu nutzer uber heisst weisst dass es quel quelle qui que ou quand comment est sont mon ma mes ton ta le la les un une de du des je tu a ai utilisateur sur sait as qu c ce como cual quien donde cuando es son mi mis tu el los las una del en tengo tiene usuario sobre sabes cuantos cuantas que se llama s appelle y".split(
    " ",
  ),
);

/** Kinds of answer that a question word asks for. */
const WANTED: [RegExp, RegExp][] = [
  [
    /\b(?:where|wo|wohin|woher|ou|donde)\b/,
    /\b(?:lives?|moved|in|at|works?|born|from|wohnt|arbeitet|habite|vive|trabaja)\b/i,
  ],
  [/\b(?:how old|wie alt|quel age|cuantos anos)\b/, /\b(?:years old|Jahre alt|ans|años)(?!\p{L})/iu],
  [/\b(?:when|wann|quand|cuando)\b/, /\d{4}|birthday|Geburtstag|\b(?:on|am|le|el) \d/i],
  [/\b(?:name|called|heisst|appelle|llama)\b/, /\b(?:called|name|heißt|appelle|llama)\b/i],
];

const LISTING =
  /\b(?:what do you (?:know|remember)|everything|all (?:my|about)|which|list|was weisst du|alles|que sais-tu|tout ce que|que sabes|todo lo que)\b|\bwhat \w+s (?:do|have|does)\b|\b(?:welche|quels|quelles|cuales|que \w+s tengo)\b/;
const ABOUT_ME = /\b(?:know|remember|weisst|sais|sabes).{0,30}\b(?:me|mich|mir|moi|mi)\b/;
const POLAR =
  /^(?:do|does|did|am|is|are|was|were|have|has|can|bin|ist|sind|habe|hab|hat|mag|wohnt|arbeitet|est-ce|ai-je|suis-je|tengo|es|soy|vive|le gusta|me gusta)\b/;

/** "How old" shares no word with "34 years old" once hollow words are gone. */
const AGE_QUESTION = /how old|wie alt|quel âge|cuántos años/iu;
const YEARS: Record<Language, string> = { en: "years", de: "Jahre", fr: "ans", es: "años" };

interface Scored {
  line: RecallLine;
  score: number;
}

/** The rule model's reply to one chat message. */
export function answer(input: AnswerInput): string {
  const { text, lines, isAway } = parseChat(input.content);
  const language = detectLanguage(text, detectLanguage(lines.map((line) => line.text).join(" ")));
  const replies = REPLIES[language];
  const body = isQuestion(text, language)
    ? (replyToQuestion(text, lines, language) ?? (isAway ? replies.away : replies.nothing))
    : acknowledge(text, input, language);
  return input.first ? `${body}\n\n${replies.self}` : body;
}

function isQuestion(text: string, language: Language): boolean {
  return /\?["”')\]\s]*$/.test(text) || grammarOf(language).guards.question.test(text);
}

/** Null when no line answers. */
function replyToQuestion(text: string, lines: RecallLine[], language: Language): string | null {
  const replies = REPLIES[language];
  const folded = words(text).join(" ");
  const ranked = rank(text, folded, lines, language);
  if (LISTING.test(folded)) {
    const chosen = ABOUT_ME.test(folded)
      ? lines.filter((line) => !line.turn)
      : ranked.map((one) => one.line).filter((line) => !line.turn);
    if (chosen.length > 0)
      return `${replies.list}\n${chosen
        .slice(0, LIST_LINES_MAX)
        .map((line) => `- ${cited(line, language)}`)
        .join("\n")}`;
  }
  const best = ranked[0];
  if (!best) return null;
  const verdict =
    POLAR.test(folded) && !best.line.turn
      ? `${isNegative(best.line.text) === isNegative(text) ? replies.yes : replies.no} `
      : "";
  return `${verdict}${cited(best.line, language)}`;
}

/** Lines that share a content word with the question, best first. */
function rank(text: string, folded: string, lines: RecallLine[], language: Language): Scored[] {
  const asked = stems(text.replace(AGE_QUESTION, YEARS[language]), language);
  const called = namesByRole(lines, language);
  if (asked.size === 0) return [];
  const wanted = WANTED.filter(([question]) => question.test(folded)).map(([, line]) => line);
  const asksNegative = isNegative(text) || POLAR.test(folded);
  const scored = lines
    .filter((line) => !isAskedTurn(line))
    .map((line, index) => {
      const present = stems(line.text, language);
      const isThere = (stem: string): boolean =>
        present.has(stem) || [...(called.get(stem) ?? [])].some((name) => present.has(name));
      const hits = [...asked].filter(isThere).length;
      const kind = wanted.some((pattern) => pattern.test(line.text)) ? 0.6 : 0;
      return {
        line,
        hits,
        score: (hits / asked.size) * 2 + kind + standing(line, asksNegative) - index * 0.01,
      };
    });
  const enough = asked.size >= 3 ? 2 : 1;
  return scored
    .filter((one) => one.hits >= enough || one.hits === asked.size)
    .sort((a, b) => b.score - a.score);
}

/** "The user's sister Annelie ..." in one line lets another that says only "Annelie" answer for the sister. */
function namesByRole(lines: RecallLine[], language: Language): Map<string, Set<string>> {
  const called = new Map<string, Set<string>>();
  for (const { text, turn } of lines) {
    if (turn) continue;
    for (const [, role = "", name = ""] of text.matchAll(
      /(\p{L}+) (?:(?:is )?(?:called|named) |namens )?(\p{Lu}\p{L}+)/gu,
    )) {
      if (kinPredicate(fold(role)) === null) continue;
      for (const stem of stems(role, language)) {
        called.set(stem, new Set([...(called.get(stem) ?? []), ...stems(name, language)]));
      }
    }
  }
  return called;
}

/** Facts before turns, checked before unchecked, what replaces an older line first, what is so before what is not. */
function standing(line: RecallLine, asksNegative: boolean): number {
  const denied = !asksNegative && !line.turn && isNegative(line.text);
  return (line.turn ? -0.5 : 0) + (line.verified ? 0.2 : 0) + (line.isNew ? 0.4 : 0) - (denied ? 0.8 : 0);
}

/** A turn in which the user only asked tells nothing. */
function isAskedTurn(line: RecallLine): boolean {
  return line.turn && /^[^:]+: "[^"]*\?"/.test(line.text);
}

function stems(text: string, language: Language): Set<string> {
  const stemmer = stemmers.newStemmer(STEMMERS[language]);
  return new Set(
    words(text)
      .filter((word) => !HOLLOW.has(word) && word.length > 1)
      .map((word) => synonym(stemmer.stem(word))),
  );
}

/** Question words that a memory sentence says differently. */
function synonym(stem: string): string {
  return (
    (
      {
        job: "work",
        employ: "work",
        boss: "boss",
        mum: "mother",
        mom: "mother",
        dad: "father",
        dog: "pet",
        cat: "pet",
        animal: "pet",
        home: "live",
        resid: "live",
        birthday: "born",
        kid: "child",
        children: "child",
        beruf: "arbeit",
        wohnort: "wohnt",
      } as Record<string, string>
    )[stem] ?? stem
  );
}

function isNegative(text: string): boolean {
  return /(?<!\p{L})(?:not|n't|never|no longer|nicht|kein\p{L}*|nie|pas|jamais|plus|nunca|ya no|no)(?!\p{L})/iu.test(
    text.replace(/^(?:No|Non|Nein)[,.] /u, ""),
  );
}

function cited(line: RecallLine, language: Language): string {
  const replies = REPLIES[language];
  if (line.turn) return `${replies.said(line.date, saidIn(line))} [${line.number}]`;
  const parts = [toSecondPerson(line.text)];
  if (line.date) parts.push(replies.told(line.date));
  if (!line.verified) parts.push(replies.unverified);
  return `${parts.join(" ")} [${line.number}]`;
}

/** The words of the speaker in a recalled turn, without the reply. */
function saidIn(line: RecallLine): string {
  return /^[^:]+: "([\s\S]*?)"(?: assistant: "|$)/.exec(line.text)?.[1] ?? line.text;
}

function acknowledge(text: string, input: AnswerInput, language: Language): string {
  const replies = REPLIES[language];
  const { facts } = extractTurn({
    userMessage: text,
    assistantReply: null,
    previous: input.previous,
    speaker: null,
    at: input.at,
    timeZone: input.timeZone,
    language,
  });
  if (facts.length === 0) return replies.neutral;
  return `${replies.noted} ${facts
    .slice(0, NOTED_MAX)
    .map((fact) => toSecondPerson(fact.text))
    .join(" ")}`;
}
