import { kinPredicate } from "./kinship.ts";
import { contentWords, coverage, crudeStem } from "./language.ts";
import type { RejectionReason } from "./rejection.ts";
import { findQuote, fold, sentences, tokens, words, type Span } from "./text.ts";

/** The words of one turn a proposal may rest on, and the names known around it. */
export interface GroundingTurn {
  userMessage: string;
  assistantReply: string | null;
  /** Earlier turns of the conversation, newest last: for what "she" and "there" stand for. Never evidence. */
  earlier: string[];
}

export interface GroundingClaim {
  subjectNames: string[];
  subjectIsSelf: boolean;
  object: string;
  objectNames: string[];
  polarity: "positive" | "negative";
  predicate: string;
  text: string;
  assertedBy: string;
  change: string;
}

export interface Verdict {
  verdict: "supported" | "unclear" | "unsupported";
  reason: RejectionReason | null;
  detail: string;
  /** 0-1: how well the words carry the claim. */
  support: number;
}

export interface Located extends Span {
  part: "user" | "assistant";
  quote: string;
}

/**
 * Finds the words of the turn a proposal rests on: its quote where it really stands, else the sentence that carries
 * most of what it says. Null when nothing in the turn does: then there is no evidence.
 */
export function locateEvidence(
  turn: Pick<GroundingTurn, "userMessage" | "assistantReply">,
  claim: { quote: string | null; object: string; text: string; assertedBy: string },
): Located | null {
  const first = claim.assertedBy === "assistant" ? "assistant" : "user";
  const parts = first === "assistant" ? (["assistant"] as const) : (["user"] as const);
  for (const part of parts) {
    const text = part === "user" ? turn.userMessage : (turn.assistantReply ?? "");
    const quoted = claim.quote === null ? null : findQuote(text, claim.quote);
    if (quoted && quoted.end > quoted.start) return located(part, text, quoted);
    const best = bestSentence(text, claim);
    if (best) return located(part, text, best);
  }
  return null;
}

function located(part: "user" | "assistant", text: string, span: Span): Located {
  return { part, start: span.start, end: span.end, quote: text.slice(span.start, span.end) };
}

/** Below this share of the object's and the statement's words, a sentence does not carry a proposal. */
const CARRIES_MIN = 0.34;

function bestSentence(text: string, claim: { object: string; text: string }): Span | null {
  let best: { span: Span; score: number } | null = null;
  for (const span of sentences(text)) {
    const sentence = text.slice(span.start, span.end);
    const score = 0.6 * coverage(claim.object, sentence) + 0.4 * coverage(claim.text, sentence);
    if (contentWords(claim.object).length > 0 && coverage(claim.object, sentence) === 0) continue;
    if (score >= CARRIES_MIN && (best === null || score > best.score)) best = { span, score };
  }
  return best === null ? null : narrowed(text, best.span, claim);
}

/** The clause of a sentence is evidence enough when it carries nearly as much as the sentence. */
const CLAUSE_SHARE = 0.8;

function narrowed(text: string, sentence: Span, claim: { object: string; text: string }): Span {
  const whole = coverage(claim.text, text.slice(sentence.start, sentence.end));
  const object = contentWords(claim.object).map(crudeStem);
  const token = tokens(text).find((t) => t.start >= sentence.start && object.includes(crudeStem(t.word)));
  if (!token) return sentence;
  const clause = clauseSpan(text, token, sentence);
  const part = text.slice(clause.start, clause.end);
  const enough = coverage(claim.object, part) === 1 && coverage(claim.text, part) >= whole * CLAUSE_SHARE;
  return enough ? clause : sentence;
}

const NEGATION =
  /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|can't|won't|wouldn't|haven't|hasn't|hadn't|shouldn't|couldn't|dont|doesnt|didnt|cant|wont|isnt|nicht|kein|keine|keinen|keinem|keiner|nie|niemals|ohne|weder|pas|jamais|plus|aucun|aucune|sans|nunca|jamas|tampoco|sin|ningun|ninguna)\b/;
/** True when a text denies something: "not", "never" and their like. */
export function isDenial(text: string): boolean {
  return NEGATION.test(fold(text));
}

const ENDING =
  /\b(?:quit|quits|stopped|gave up|given up|used to|no longer|any ?more|ended|cancelled|canceled|left|sold|ex|former|died|broke up|divorced|over it|dropped|aufgehort|gekundigt|verkauft|fruher|nicht mehr|getrennt|arrete|vendu|ancien|ancienne|deje|dejado|vendi|vendido|ya no|antes)\b/;
const HYPOTHETICAL =
  /\b(?:if|unless|would|wouldn't|imagine|suppose|supposing|what if|wish|hypothetically|let's say|say i|should i|could i|might|maybe|perhaps|thinking (?:of|about)|considering|tempted|dream of|dreaming of|wenn|falls|wurde|wurden|hatte gern|vielleicht|angenommen|stell dir vor|konnte ich|soll ich|sollte ich|uberlege|si|peut-etre|imagine|imaginons|devrais-je|serait|aimerais|quizas|quiza|tal vez|imagina|imaginate|ojala|deberia|gustaria|a lo mejor)\b/;
const FICTION =
  /\b(?:in my (?:novel|story|book|game|campaign|script|dream)|my character|the character|role ?play|pretend|practi[sc]e with me|you're a|you are a|act as|let's play|fan ?fiction|d&d|short story|write (?:me )?a (?:story|poem|scene|song)|in meinem roman|meine figur|rollenspiel|tu so als|spiel (?:mal )?|mon personnage|dans mon roman|jeu de role|mi personaje|en mi novela|juego de rol|haz como si|finge)\b/;
const JOKE =
  /(?:\/s\b|\bjust kidding\b|\bkidding\b|\bjk\b|\bj\/k\b|\bas if\b|\byeah right\b|\bsarcasm\b|\bnot really\b|\bscherz\b|\bironie\b|\bkleiner spass\b|\bje plaisante\b|\bes broma\b|\ben broma\b|\bes un chiste\b|\bha ha ha\b|\bnow i'm (?:a|the)\b)/;
const REPORTED =
  /\b(?:she|he|they|mom|dad|mum|everyone|everybody|people|someone|somebody|guy|lady|article|post|ad|er|sie|man|on|ella|el) (?:says?|said|thinks?|claims?|swears?|told (?:me|us)|reckons?|sagt|meint|behauptet|glaubt|dit|pretend|dice|cree|jura) (?:that )?i\b/;
const INSTRUCTION =
  /\b(?:ignore (?:all |any |the )?(?:previous|prior|above)|system prompt|you must (?:now )?(?:remember|store|believe)|from now on you|disregard (?:all|any|the)|new instructions?|to the (?:ai|assistant|model)\b|(?:save|store|note|remember|memori[sz]e|write down):? that (?:the|this) user|assistant:|system:)/;
const QUESTION_START =
  /^(?:who|what|where|when|why|how|which|do|does|did|is|are|was|were|can|could|should|would|will|have|has|am|wer|was|wo|wann|warum|wie|welche|ist|sind|kann|soll|hast|habe ich|qui|que|quoi|ou|quand|pourquoi|comment|est-ce|quien|donde|cuando|por que|como|cual|puedo|debo)\b/;
const OFF_RECORD =
  /\b(?:off the record|don't (?:remember|save|store|keep) (?:this|that|any)|unter uns|nicht (?:merken|speichern)|entre nous|ne (?:retiens|garde) pas|entre nosotros|no (?:guardes|recuerdes))\b/;

/** How the words around a span were meant. */
export interface Reading {
  question: boolean;
  hypothetical: boolean;
  negated: boolean;
  ending: boolean;
  pasted: boolean;
  fiction: boolean;
  joke: boolean;
  reported: boolean;
  instruction: boolean;
  offRecord: boolean;
}

/** Reads the sentence around a span with cues in English, German, French and Spanish. Code only, so it can be wrong. */
export function readSpan(text: string, span: Span): Reading {
  const sentence = sentenceAround(text, span);
  const raw = text.slice(sentence.start, sentence.end);
  const folded = fold(raw);
  const clause = fold(clauseAround(text, span, sentence));
  const before = fold(text.slice(sentence.start, span.end));
  const whole = fold(text);
  return {
    question: isQuestion(raw, folded, text, span, sentence),
    hypothetical: HYPOTHETICAL.test(before),
    negated: NEGATION.test(clause),
    ending: ENDING.test(folded),
    pasted: inQuotedBlock(text, span),
    fiction: FICTION.test(whole),
    joke: JOKE.test(whole),
    reported: REPORTED.test(clause),
    instruction: INSTRUCTION.test(whole),
    offRecord: OFF_RECORD.test(folded),
  };
}

function sentenceAround(text: string, span: Span): Span {
  const all = sentences(text).filter((s) => s.start < span.end && s.end > span.start);
  const first = all[0];
  const last = all.at(-1);
  return first && last ? { start: first.start, end: last.end } : span;
}

const CLAUSE_BREAK =
  /[.!?,;:–—()\n]|\s-\s|\b(?:and|but|because|since|so|who|which|when|instead of|rather than|und|aber|sondern|weil|statt|et|mais|parce que|au lieu de|y|pero|sino|porque|en vez de)\b/gi;

function clauseAround(text: string, span: Span, sentence: Span): string {
  const { start, end } = clauseSpan(text, span, sentence);
  return text.slice(start, end);
}

function clauseSpan(text: string, span: Span, sentence: Span): Span {
  let start = sentence.start;
  let end = sentence.end;
  for (const match of text.slice(sentence.start, sentence.end).matchAll(CLAUSE_BREAK)) {
    const at = sentence.start + match.index;
    if (at + match[0].length <= span.start) start = at + match[0].length;
    else if (at >= span.end) {
      end = at;
      break;
    }
  }
  const raw = text.slice(start, end);
  return { start: start + raw.length - raw.trimStart().length, end: start + raw.trimEnd().length };
}

function isQuestion(raw: string, folded: string, text: string, span: Span, sentence: Span): boolean {
  if (!/\?["'”’)\]]*\s*$/.test(raw)) return false;
  if (QUESTION_START.test(folded)) return true;
  const after = text.slice(span.end, sentence.end);
  return !/[,;:–—(]/.test(after);
}

/** Share of a span inside a quotation from which it counts as quoted. */
const QUOTED_SHARE = 0.6;
/** Longest quotation, in words, that is still read as the user's own (a title, a name, a word). */
const OWN_QUOTE_WORDS_MAX = 3;

function inQuotedBlock(text: string, span: Span): boolean {
  for (const match of text.matchAll(/```[\s\S]*?(?:```|$(?![\s\S]))|^>.*$|[“"„«]([^”"“»]*)[”"“»]/gmu)) {
    const shared = Math.min(span.end, match.index + match[0].length) - Math.max(span.start, match.index);
    const mostly = shared >= (span.end - span.start) * QUOTED_SHARE;
    if (mostly && words(match[0]).length > OWN_QUOTE_WORDS_MAX) return true;
  }
  return false;
}

/**
 * Whether the located words carry the claim, as far as code can tell. `unclear` is for a vote or for the user.
 * Cues are checked in the order of how sure they are.
 */
export function ground(turn: GroundingTurn, claim: GroundingClaim, at: Located): Verdict {
  const text = at.part === "user" ? turn.userMessage : (turn.assistantReply ?? "");
  const reading = readSpan(text, at);
  const support = supportOf(turn, claim, text);
  const refuse = (reason: RejectionReason, detail: string): Verdict => ({
    verdict: "unsupported",
    reason,
    detail,
    support,
  });
  const doubt = (detail: string): Verdict => ({ verdict: "unclear", reason: null, detail, support });

  if (reading.offRecord) return refuse("off_record", "said off the record");
  if (reading.instruction) return refuse("instruction", "the turn gives instructions to the memory");
  if (reading.fiction) return refuse("fiction", "fiction or role play");
  if (reading.joke) return refuse("sarcasm", "a joke");
  if (reading.question) return refuse("question", "asked, not stated");
  if (reading.pasted)
    return claim.subjectIsSelf ? refuse("pasted_text", "quoted or pasted words") : doubt("quoted words");
  const missing = missingObject(turn, claim, text);
  if (missing !== null)
    return missing.kind === "number" ? refuse("not_in_turn", missing.detail) : doubt(missing.detail);
  if (reading.hypothetical && !isPlan(claim)) return refuse("hypothetical", "only imagined");
  if (reading.reported && claim.subjectIsSelf)
    return refuse("reported_speech", "somebody else's view of the user");
  const polarity = polarityProblem(reading, claim, text, at);
  if (polarity === "lost") return refuse("negation_lost", "the words deny it");
  if (polarity === "unclear") return doubt("it is not clear whether the words deny it");
  if (at.part === "assistant") return refuse("assistant_only", "only the assistant said so");
  if (!subjectKnown(turn, claim, text)) return doubt("the subject is not named in the turn");
  return { verdict: "supported", reason: null, detail: "", support };
}

function isPlan(claim: GroundingClaim): boolean {
  return /^(?:PLANS|WANTS|INTENDS|GOAL|CONSIDER|HOPES|WISH|LIKES|DISLIKES)/.test(claim.predicate);
}

const NEGATIVE_PREDICATE =
  /(?:^|_)(?:NOT|NO|NEVER|LACKS?|WITHOUT|DISLIKES?|HATES?|AVOIDS?|STOPPED|QUIT|ENDED|LEFT|UNABLE|CANNOT)(?:_|$)/;

/** A denial counts where it stands in the clause of the object; elsewhere in the quote it only raises a doubt. */
function polarityProblem(
  reading: Reading,
  claim: GroundingClaim,
  text: string,
  at: Span,
): "lost" | "unclear" | null {
  if (claim.polarity === "negative") return reading.negated || reading.ending ? null : "unclear";
  if (!reading.negated || claim.change !== "none" || NEGATIVE_PREDICATE.test(claim.predicate)) return null;
  if (NEGATION.test(fold(claim.text)) || NEGATION.test(fold(claim.object))) return null;
  const clause = clauseOfObject(claim, text, at);
  if (clause === null) return "unclear";
  return NEGATION.test(fold(clause)) ? "lost" : null;
}

function clauseOfObject(claim: GroundingClaim, text: string, at: Span): string | null {
  const stems = new Set([claim.object, ...claim.objectNames].flatMap(contentWords).map(crudeStem));
  const sentence = sentenceAround(text, at);
  const token = tokens(text).find(
    (t) => t.start >= sentence.start && t.end <= sentence.end && stems.has(crudeStem(t.word)),
  );
  return token ? clauseAround(text, token, sentence) : null;
}

/** A number that was not said is wrong; a word may be a paraphrase, which code cannot tell from an invention. */
function missingObject(
  turn: GroundingTurn,
  claim: GroundingClaim,
  text: string,
): { kind: "number" | "words"; detail: string } | null {
  const numbers = claim.object.match(/\d+(?:[.,:]\d+)*/g) ?? [];
  const there = numberForms(text);
  const lost = numbers.find((n) => !there.has(n) && !there.has(n.replace(/^0+/, "")));
  if (lost !== undefined && contentWords(claim.object).length <= 2) {
    return { kind: "number", detail: "a number is not in the turn" };
  }
  const names = [claim.object, ...claim.objectNames];
  if (names.some((name) => coverage(name, text) > 0)) return null;
  const context = [text, ...turn.earlier].join("\n");
  if (names.some((name) => coverage(name, context) >= 0.5)) return null;
  if (contentWords(claim.object).length === 0) return null;
  return { kind: "words", detail: "what it says is not in the turn" };
}

const NUMBER_WORDS: Record<string, string> = {
  one: "1",
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
  ten: "10",
  eleven: "11",
  twelve: "12",
  eins: "1",
  zwei: "2",
  drei: "3",
  vier: "4",
  funf: "5",
  sechs: "6",
  sieben: "7",
  acht: "8",
  neun: "9",
  zehn: "10",
  deux: "2",
  trois: "3",
  quatre: "4",
  cinq: "5",
  sept: "7",
  huit: "8",
  neuf: "9",
  dix: "10",
  dos: "2",
  tres: "3",
  cuatro: "4",
  cinco: "5",
  seis: "6",
  siete: "7",
  ocho: "8",
  nueve: "9",
  diez: "10",
};

function numberForms(text: string): Set<string> {
  const forms = new Set<string>();
  for (const match of text.match(/\d+(?:[.,:]\d+)*/g) ?? []) {
    forms.add(match);
    for (const piece of match.split(/[.,:]/)) forms.add(piece.replace(/^0+(?=\d)/, ""));
  }
  for (const word of words(text)) {
    const digits = NUMBER_WORDS[word];
    if (digits) forms.add(digits);
  }
  return forms;
}

function subjectKnown(turn: GroundingTurn, claim: GroundingClaim, text: string): boolean {
  if (claim.subjectIsSelf) return true;
  const said = [text, ...turn.earlier.slice(-6)].flatMap(words);
  const stems = new Set(said.map(crudeStem));
  const roles = new Set(said.map(kinPredicate));
  return claim.subjectNames.some((name) =>
    contentWords(name).some(
      (word) => stems.has(crudeStem(word)) || (kinPredicate(word) !== null && roles.has(kinPredicate(word))),
    ),
  );
}

function supportOf(turn: GroundingTurn, claim: GroundingClaim, text: string): number {
  const inTurn = coverage(claim.text, text);
  const nearby = coverage(claim.text, [text, ...turn.earlier.slice(-4), ...claim.subjectNames].join("\n"));
  return Math.min(1, 0.7 * nearby + 0.3 * inTurn);
}
