import { guessLanguage, type Language, LANGUAGES } from "../../language/index.ts";
import { outside, sentences, type Span } from "../../language/text.ts";
import { formsOf, isCourtesy, type CompiledForm } from "./forms.ts";
import { hasParagraphs, holdsPastedText } from "../../language/pasted-text.ts";
import { plainText } from "./plain-text.ts";
import { targetOf } from "./target.ts";
import type { Intent, Recognised } from "./types.ts";

/** Longest sentence that is an intent, words; an open form allows any number of others. */
const WORDS_MAX = 12;
/** Part of a sentence that is read, characters. */
const SENTENCE_CHARS_MAX = 2000;

/** An intent, and the span of its fixed words, which must be the user's own. */
interface FoundIntent {
  intent: Intent;
  fixed: Span;
}

/**
 * The intents of a message: a few short plain imperatives in each language, either alone in the message or a whole
 * sentence at its beginning or end, outside everything quoted or pasted. Any other wording is left to a model.
 */
export function recogniseIntents(message: string): Recognised {
  const { text, all } = readAtEdges(message);
  const said = all.filter((span) => says(text, span));
  const guess = guessLanguage(message);
  for (const language of [guess, ...LANGUAGES.filter((other) => other !== guess)]) {
    const intents = atEdges(text, said, language).filter((intent) => !namesNothing(message, intent));
    if (intents.length > 0) return withRest(text, said, intents);
  }
  return { intents: [], rest: said };
}

/** Part read at the beginning and at the end of a long message; intents occur nowhere else. */
const EDGE_CHARS = 4000;

/**
 * The message as plain text and its sentences; in a long one, the part between the edges counts as one verbatim
 * sentence.
 */
function readAtEdges(message: string): { text: string; all: Span[] } {
  if (message.length <= 2 * EDGE_CHARS) {
    const text = plainText(message);
    return { text, all: sentences(text) };
  }
  const tailAt = message.length - EDGE_CHARS;
  const [head, tail] = [plainText(message.slice(0, EDGE_CHARS)), plainText(message.slice(tailAt))];
  const first = sentences(head).slice(0, -1);
  const last = sentences(tail)
    .slice(1)
    .map(({ start, end }) => ({ start: tailAt + start, end: tailAt + end }));
  const middle = { start: first.at(-1)?.end ?? 0, end: last[0]?.start ?? message.length };
  return { text: head + message.slice(EDGE_CHARS, tailAt) + tail, all: [...first, middle, ...last] };
}

/** "Forget it" and "forget about them" name no target; they usually mean that something does not matter. */
function namesNothing(message: string, intent: Intent): boolean {
  return intent.scope === "named" && targetOf(message, intent).content.length === 0;
}

function says(text: string, { start, end }: Span): boolean {
  const said = text.slice(start, end);
  return /[\p{L}\p{N}]/u.test(said) && !isCourtesy(said);
}

/** The first sentence, and the last if nothing above it may be pasted. */
function atEdges(text: string, said: Span[], language: Language): Intent[] {
  return [...new Set([said[0], said.at(-1)])].flatMap((sentence) => {
    const found = sentence && intentIn(text, sentence, language);
    if (!found || mayBePasted(text, found)) return [];
    const before = said[said.indexOf(sentence) - 1];
    const all = [found.intent, ...forgetAsWell(text, sentence, found, language)];
    return all.map((intent) => ofSentenceBefore(intent, before));
  });
}

/** "Off the record: forget that Gerda is my neighbour" is still a wish to forget. */
function forgetAsWell(text: string, sentence: Span, { intent }: FoundIntent, language: Language): Intent[] {
  if (intent.kind !== "off_record") return [];
  const [others] = outside(sentence, [intent.span]);
  const found = others && intentIn(text, others, language);
  return found?.intent.kind === "forget" ? [{ ...found.intent, isOffRecord: true }] : [];
}

/** Text below a blank line may be pasted; words off the record are withheld even then. */
function mayBePasted(text: string, { intent, fixed }: FoundIntent): boolean {
  const before = text.slice(0, fixed.start);
  return holdsPastedText(before) || (intent.kind !== "off_record" && hasParagraphs(before));
}

const MARKS_BEHIND = /(?<![\s.,:!?…])[\s.,:!?…]+$/u;

function intentIn(text: string, sentence: Span, language: Language): FoundIntent | null {
  const said = text.slice(sentence.start, Math.min(sentence.end, sentence.start + SENTENCE_CHARS_MAX));
  const isShort = (said.match(/[\p{L}\p{N}'-]+/gu) ?? []).length <= WORDS_MAX;
  const unmarked = said.replace(MARKS_BEHIND, "");
  for (const form of formsOf(language)) {
    if ((!isShort && form.open === null) || (said.endsWith("?") && !mayAsk(form))) continue;
    const match = form.pattern.exec(form.open === "behind" ? said : unmarked);
    if (match) return foundBy(form, language, sentence, match.indices?.groups ?? {});
  }
  return null;
}

/** "Forget that?" is not an imperative; "off the record: do you like me?" is one, with a question. */
function mayAsk({ kind, open }: CompiledForm): boolean {
  return kind === "why" || (kind === "off_record" && open !== null);
}

function foundBy(
  { kind, scope, open }: CompiledForm,
  language: Language,
  { start, end }: Span,
  groups: Record<string, [number, number] | undefined>,
): FoundIntent {
  const [from = 0, to = 0] = groups["others"] ?? [];
  const fixed = {
    start: open === "before" ? start + to : start,
    end: open === "behind" ? start + from : end,
  };
  const named = groups["named"];
  return {
    fixed,
    intent: {
      kind,
      language,
      scope,
      span: kind === "off_record" ? fixed : { start, end },
      target: named ? { start: start + named[0], end: start + named[1] } : null,
      hasException: groups["exception"] !== undefined,
      isSaidHere: false,
    },
  };
}

/** "The gate code is 12. Oh no, forget that.": refers to the preceding sentence of the message. */
function ofSentenceBefore(intent: Intent, before: Span | undefined): Intent {
  if (!before || intent.kind !== "forget" || intent.scope !== "last") return intent;
  const span = { start: before.start, end: intent.span.end };
  return { ...intent, scope: "told", span, target: { ...before }, isSaidHere: true };
}

/** The text not covered by an intent. With any other text, "that's wrong" is a correction, not an intent. */
function withRest(text: string, said: Span[], intents: Intent[]): Recognised {
  const spans = intents.map(({ span }) => span);
  const rest = said.flatMap((sentence) => outside(sentence, spans)).filter((span) => says(text, span));
  return { intents: intents.filter((intent) => rest.length === 0 || !needsWholeMessage(intent)), rest };
}

function needsWholeMessage({ kind, scope }: Intent): boolean {
  return kind === "wrong" || kind === "undo" || kind === "why" || scope === "back";
}
