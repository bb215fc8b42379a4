import type { Grammar } from "./grammar.ts";

/** Characters of one message that are read at all; the rest is a paste in any case. */
export const MESSAGE_CHARS_MAX = 8_000;

/** Words in quotation marks that may still be a name or a title. */
const QUOTED_WORDS_MAX = 3;

const blank = (text: string): string => text.replace(/[^\n]/g, " ");

/**
 * The message with everything that is not the user's own statement blanked out, at the same length, so that
 * offsets stay those of the message.
 */
export function ownWords(message: string, grammar: Grammar): string {
  const text = message.slice(0, MESSAGE_CHARS_MAX);
  if (grammar.frames.offRecord.test(text)) return blank(text);
  let own = text
    .replace(/```[\s\S]*?(?:```|$)/g, blank)
    .replace(/`[^`\n]+`/g, blank)
    .replace(/<(?:!--)[\s\S]*?(?:-->|$)/g, blank)
    .replace(/https?:\/\/\S+/g, blank)
    .replace(/^[ \t]*(?:>|[-*•#|]|\/\/|[a-z]\)|\d+[.)] ).*$/gmu, blank);
  own = blankPaste(own, grammar);
  own = blankQuotes(own);
  const play = grammar.frames.play.exec(own);
  if (play) own = own.slice(0, play.index) + blank(own.slice(play.index));
  const injected = grammar.frames.injection.exec(own);
  if (injected) own = own.slice(0, injected.index) + blank(own.slice(injected.index));
  return own;
}

/** A mail or post after an introduction: blank lines after a colon, question or paste word, or a salutation line. */
function blankPaste(text: string, grammar: Grammar): string {
  const salutation =
    /^(?:dear|hi all|hello all|hello everyone|liebe[rs]?|sehr geehrte[rs]?|hallo zusammen|estimad[oa]s?|querid[oa]s?|cher|chère|chers|chères|bonjour à tous)\b.*$/imu.exec(
      text,
    );
  const gap = /\n[ \t]*\n/.exec(text);
  const starts: number[] = [];
  if (salutation && salutation.index > 0) starts.push(salutation.index);
  if (gap) {
    const before = text.slice(0, gap.index).trimEnd();
    if (/[:?]$/.test(before) || grammar.frames.paste.test(before) || /\n-{3,}/.test(text))
      starts.push(gap.index);
  }
  const colon = /:[ \t]*\n/.exec(text);
  if (colon && grammar.frames.paste.test(text.slice(0, colon.index + 1))) starts.push(colon.index + 1);
  if (starts.length === 0) return text;
  const at = Math.min(...starts);
  return text.slice(0, at) + blank(text.slice(at));
}

function blankQuotes(text: string): string {
  return text.replace(/"[^"]*(?:"|$)|“[^”]*(?:”|$)|„[^“”]*(?:[“”]|$)|«[^»]*(?:»|$)/gu, (quoted) =>
    quoted.split(/\s+/).length > QUOTED_WORDS_MAX ? blank(quoted) : quoted,
  );
}
