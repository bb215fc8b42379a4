import {
  doubt,
  isNamedSpeaker,
  refuse,
  type GroundingClaim,
  type GroundingTurn,
  type Problem,
} from "./claim.ts";
import { sentenceAround } from "./clauses.ts";
import { REPORT_WORD } from "./cues.ts";
import { isDated, tellsAnotherDay } from "./dated.ts";
import { contentWords } from "./language.ts";
import { bagOf, means } from "./matching.ts";
import { hasNumber, toldNumbers } from "./numbers.ts";
import type { Reading } from "./reading.ts";
import { hasFirstPerson, isSpeakersOwn, namesStranger, overstates } from "./roles.ts";
import { fold, type Span } from "./text.ts";

/** What goes beyond the words, or turns them round. */
export function overdrawn(
  turn: GroundingTurn,
  claim: GroundingClaim,
  text: string,
  focus: Span,
  reading: Reading,
): Problem | null {
  if (overstates(claim.text, text)) return doubt("it says more than was said");
  if (reading.reported && !claim.subjectIsSelf && !isOwnReport(claim, text, focus))
    return doubt("somebody else says so");
  if (isRequest(claim, text, focus)) return refuse("instruction", "a request, not a fact");
  if (!claim.namesPrior && namesStranger(claim, [text, ...turn.earlier].join("\n")))
    return doubt("a name that nobody mentioned");
  if (isNamedSpeaker(claim) && isSpeakersOwn(claim, text, focus))
    return doubt("the speaker tells of himself");
  if (tellsAnotherDay(claim.object, text)) return doubt("another day was named");
  if (hasOtherNumber(claim, turn, text)) return doubt("a number that nobody mentioned");
  return null;
}

function hasOtherNumber({ object }: GroundingClaim, turn: GroundingTurn, text: string): boolean {
  if (isDated(object)) return false;
  const forms = bagOf([text, ...turn.earlier].join("\n")).numbers;
  return toldNumbers(object).some((number) => !hasNumber(forms, number));
}

/** "Elena says she moved": what somebody says of himself counts as said of him. */
function isOwnReport(claim: GroundingClaim, text: string, focus: Span): boolean {
  const sentence = sentenceAround(text, focus);
  const before = fold(text.slice(sentence.start, focus.start));
  const bag = bagOf(before.split(REPORT_WORD)[0] ?? "");
  if (claim.subjectNames.some((name) => contentWords(name).some((word) => means(bag, word)))) return true;
  return (
    /^\W*(?:he|she|they|er|sie|il|elle|ella|el) /.test(before) ||
    hasFirstPerson(before.split(REPORT_WORD)[0] ?? "")
  );
}

const ASKING = /^(?:WANTS|NEEDS|PREFERS|ASKS|ASKED|REQUESTS?|REQUESTED|LOOKING)/;
const REQUEST =
  /\b(?:please|pls|plz|can you|could you|bitte|kannst du|por favor|porfa|puedes|s'il te plait|stp|tu peux|is there|any|give me|find me|remind|ring me|delete|send|suggest|shorten|make|write|draft|tell me|need a|jetzt)\b/;

/** What the user wants of the assistant in this turn is no lasting wish. */
function isRequest(claim: GroundingClaim, text: string, focus: Span): boolean {
  if (!claim.subjectIsSelf || !ASKING.test(claim.predicate)) return false;
  const { start, end } = sentenceAround(text, focus);
  const sentence = fold(text.slice(start, end));
  return (
    REQUEST.test(sentence) &&
    !/\b(?:always|never|from now on|for next time|in future|immer|kunftig|siempre|toujours)\b/.test(sentence)
  );
}
