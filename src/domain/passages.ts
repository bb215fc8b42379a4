import { fold, sentences, words, type Span } from "./text.ts";

/**
 * Stretches of a message that are not the user's plain word: quoted and pasted text, fiction and rehearsals, and what
 * somebody else wrote for the assistant to obey.
 */
export type PassageKind = "instruction" | "fiction" | "pasted";

export interface Passage extends Span {
  kind: PassageKind;
}

/** Somebody speaks to an assistant inside a text: "AI assistants reading this: ..." */
const ADDRESSED =
  /(?:(?:(?:note|notice|hinweis|remarque|nota|instruction|message)\s{1,3}(?:to|for|für|pour|a|para)\s{1,3}(?:\p{L}+\s{1,3}){0,2})?\b(?:ai|ki|ia|automatic|automatisch\p{L}*|automatique\p{L}*|autom[aá]tic\p{L}*)?\s{0,3}\b(?:assistants?|agents?|asistentes?|assistenten?|system|systeme|memory ?bot|chatbot|llm)\b(?:\s{1,3}software)?[^.:!?\n]{0,48}:|\[(?:assistant|system|ai)\b)/giu;

/** The user tells of a story, a game or a poem. */
const STORY_CUE =
  /\b(?:in my (?:novel|story|book|game|campaign|script|dream)|my (?:character|novel|players)|the character|fan ?fiction|d&d|backstory|one-shot|short stor(?:y|ies)|bedtime story|(?:'s|a|the|this) (?:story|tale|poem|fairy tale)\b|crime book|thriller\b|write (?:me )?a (?:story|poem|scene|song)|in meinem (?:roman|buch)|meine figur|(?:eine|der|die|meine) geschichte|gutenachtgeschichte|marchen|kapitel \d|mon personnage|dans mon roman|une histoire|un conte\b|mi personaje|en mi novela|(?:este|un|el) cuento)\b/;
/** The user plays a part, or lets the assistant play one. */
const PART_CUE =
  /\b(?:role ?play\w*|pretend\b|imagine you(?:'re| are)|practi[sc](?:e|ing) (?:with|for|my interview)|rehears\w*|mock (?:interview|viva|exam|trial|call)|you be (?:the|my)|play with me|(?:now )?you(?:'re| are) (?:the|a|an|my) (?!best|star|genius|life|hero|dear|angel|legend|love)|act as|let's play|rollenspiel|tu so als|spiel (?:mal |den |die )|du bist (?:ein|eine|der|die|mein|meine) |rein erfunden|uben wir|jeu de role|tu es (?:le|la|un|une) |juego de rol|haz como si|finge\b|practiquemos|tu eres (?:el|la|un|una) )/;

/** The user hands over a text and wants something done with it. */
const HANDS_OVER =
  /\b(?:summari[sz]e|tl;?dr|short version|shorten|what does (?:this|it) mean|what's in this|is (?:it|this) (?:real|from|true)|look at this|see this|this came|came (?:in|on)|got this|sent this|sent me|here(?:'s| is| are|:)|pull out|extract|parse|translate|proofread|correct|check|rewrite|rephrase|reply to|answer (?:this|it)|make it|fix|from \w+(?:'s)? (?:school|office|bank)|read (?:this|the)|paste[d]?|attached|this (?:log|mail|e-?mail|letter|message|text|error|article|issue|code)|fass|zusammenfass|ubersetz|korrigier|antworte|mail von|brief von|nachricht von|was heisst|lies|resume|resumir|traduce|traduis|corrige|corrige|que (?:significa|dice)|esto que llego|qu'est-ce que|voici|aqui (?:va|esta|tienes)|my crate|my code)\b/;

const GREETING =
  /^(?:dear|hi|hello|hey|to (?:all|whom)|good (?:morning|day|evening)|hallo|liebe[rs]?|sehr geehrte[rs]?|guten tag|servus|cher|chere|bonjour|madame|monsieur|estimad[oa]s?|querid[oa]s?|hola|buen[oa]s)\b[^.?\n]{0,60}[,:!]?\s*$/;
const FAREWELL =
  /^(?:regards|best|best regards|kind regards|yours|sincerely|cheers|thanks|xo\b.*|herzliche grusse|liebe grusse|lg|mfg|mit freundlichen grussen|viele grusse|cordialement|bien a vous|amicalement|atte\.?.*|saludos|un abrazo|cordialmente|atentamente)[,.!]?$/;
const STRUCTURED =
  /^(?:[-*•]\s|\d+[.)]\s|#{1,4}\s|\/\/|\/\*|<!--|[A-Z][\p{L} ]{2,20}:\s|\d{2}:\d{2}:\d{2}\b|[{}]|(?:fn|def|class|function|import|const|let|var|SELECT|error|WARN|ERROR|INFO)\b|---|===|\$ |[\w.]+\(.*\)|.*[;{]$)/u;

/** Passages of a message, outermost kinds first; they may overlap. */
export function passagesOf(text: string): Passage[] {
  const quotes = quotationsOf(text);
  const blocks = pastedBlocks(text);
  const foreign = [...quotes, ...blocks];
  return [
    ...instructionsIn(text, foreign),
    ...fictionIn(text, quotes),
    ...foreign.map((span) => ({ ...span, kind: "pasted" as const })),
  ];
}

/** Longest quotation, in words, that is still read as the user's own (a title, a name, a word). */
const OWN_QUOTE_WORDS_MAX = 3;

function quotationsOf(text: string): Span[] {
  const found = [...text.matchAll(/```[\s\S]*?(?:```|$(?![\s\S]))|^>.*$|[“"„«]([^”"“»]*)[”"“»]/gmu)];
  return found
    .filter((match) => words(match[0]).length > OWN_QUOTE_WORDS_MAX)
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

interface Line extends Span {
  raw: string;
}

function linesOf(text: string): Line[] {
  return [...text.matchAll(/[^\n]+/g)].map((m) => ({
    start: m.index,
    end: m.index + m[0].length,
    raw: m[0],
  }));
}

/** Blocks of lines that look like a mail, a notice, a log or code below what the user says about them. */
function pastedBlocks(text: string): Span[] {
  const lines = linesOf(text);
  const first = lines.findIndex((line, n) => n > 0 && opensBlock(text, lines, n));
  if (first === -1) return [];
  const block = lines.slice(first);
  const handed = HANDS_OVER.test(fold(text.slice(0, block[0]?.start ?? 0)));
  const shaped = block.filter((line) => isShaped(line.raw)).length;
  if (block.length < 2 || (!handed && shaped < 2)) return [];
  const last = lastOfBlock(text, block);
  return [{ start: block[0]?.start ?? 0, end: last.end }];
}

function isShaped(line: string): boolean {
  const folded = fold(line);
  return GREETING.test(folded) || FAREWELL.test(folded) || STRUCTURED.test(line.trim());
}

/** Text below an empty line, or lines that no message of one's own has. */
function opensBlock(text: string, lines: Line[], n: number): boolean {
  const [before, line] = [lines[n - 1], lines[n]];
  if (!before || !line) return false;
  const gap = text.slice(before.end, line.start);
  const introduced = /:\s*$/.test(before.raw);
  return /\n\s*\n/.test(gap) || isShaped(line.raw) || (introduced && lines.length - n >= 2);
}

/** What follows an empty line below the block and is plain again is the user's own. */
function lastOfBlock(text: string, block: Line[]): Line {
  let last = block[0] as Line;
  for (const [n, line] of block.entries()) {
    const above = block[n - 1];
    const gap = above !== undefined && /\n\s*\n/.test(text.slice(above.end, line.start));
    const rest = block.slice(n);
    if (
      gap &&
      rest.length === 1 &&
      !isShaped(line.raw) &&
      /\b(?:i|i'm|my|our|ich|mein|mi|je|mon)\b/.test(fold(line.raw))
    )
      return last;
    last = line;
  }
  return last;
}

/** From the address to the end of the quotation or paragraph it stands in. */
function instructionsIn(text: string, foreign: Span[]): Passage[] {
  return [...text.matchAll(ADDRESSED)].map((match) => {
    const start = match.index;
    const around = foreign.filter((span) => span.start <= start && span.end > start);
    const bound = Math.min(text.length, ...around.map((span) => span.end));
    const paragraph = text.slice(start).search(/\n\s*\n|-->|\](?=\s|$)/);
    const end = paragraph === -1 ? bound : Math.min(bound, start + paragraph);
    return { kind: "instruction" as const, start, end: Math.max(end, start + match[0].length) };
  });
}

/** The quotation that a story or part is told in; without one, what follows the sentence that announces it. */
function fictionIn(text: string, quotes: Span[]): Passage[] {
  const all = sentences(text);
  const cues = all.map((s) => fold(text.slice(s.start, s.end)));
  const n = cues.findIndex((cue) => PART_CUE.test(cue) || STORY_CUE.test(cue));
  const announced = all[n];
  if (announced === undefined) return [];
  const told = quotes.filter((quote) => quote.end > announced.start);
  if (told.length > 0) return told.map(fiction);
  if (PART_CUE.test(cues[n] ?? "")) return [fiction({ start: announced.start, end: text.length })];
  const inside = text.slice(announced.start, announced.end).indexOf(":");
  if (inside !== -1 && inside < announced.end - announced.start - 1)
    return [fiction({ start: announced.start + inside, end: announced.end })];
  const opens = cues.findIndex((cue, k) => k >= n && cue.endsWith(":"));
  const body = all[opens + 1];
  if (opens !== -1 && body) return [fiction({ start: body.start, end: text.length })];
  return all.filter((_, k) => k > n && !SELF_TOLD.test(cues[k] ?? "")).map(fiction);
}

/** In a story that is retold without quotation marks, "I" is the teller again. */
const SELF_TOLD = /\b(?:i|i'm|i've|my|we|ich|mein|meine|je|j'ai|mon|ma|mi|yo|tengo)\b/;

function fiction({ start, end }: Span): Passage {
  return { kind: "fiction", start, end };
}

/** Share of a span inside a passage from which it counts as part of it. */
const INSIDE_SHARE = 0.6;

export function kindsAt(passages: readonly Passage[], span: Span): Set<PassageKind> {
  const inside = passages.filter((one) => {
    const shared = Math.min(span.end, one.end) - Math.max(span.start, one.start);
    return shared >= (span.end - span.start) * INSIDE_SHARE;
  });
  return new Set(inside.map((one) => one.kind));
}
