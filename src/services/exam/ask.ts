import { extractionMessages, extractionRequest } from "../extraction/request.ts";
import type { SaidTurn } from "../../domain/model/episode.ts";
import { readExtraction, type ReadExtraction } from "../extraction/schema.ts";
import { pairKey, type Ruling } from "../../domain/model/trace.ts";
import type { ModelRequest } from "../../ports/chat-model.ts";
import { guessLanguage } from "../../language/index.ts";
import { fold, words } from "../../language/text.ts";
import { nowLine } from "../chat/context.ts";
import { isOwnText } from "../chat/guard.ts";
import { meantRequest, readMeant } from "../forgetting/meant.ts";
import { parseModelJson } from "../model/json-answer.ts";
import type { PromptLibrary } from "../prompts/library.ts";
import { framed } from "../retrieval/recall-block.ts";
import { LIMITS } from "../limits.ts";
import { passRequest } from "../verification/ask.ts";
import { readVerdicts, verdictMessage, verdictSchema } from "../verification/ballot.ts";
import { readRulings, rulingMessage, rulingSchema } from "../verification/reconcile/questions.ts";
import type { ExamArea, Mark } from "./marks.ts";
import {
  QUESTIONS,
  type MeantQuestion,
  type ReadingQuestion,
  type ReplyQuestion,
  type RequestQuestion,
  type RulingQuestion,
  type VerdictQuestion,
} from "./questions.ts";

/** One exam question: asked as the service would ask it, and marked by code. */
export interface ExamQuestion {
  id: string;
  area: ExamArea;
  request: ModelRequest;
  mark: (answer: string) => Mark;
}

const AT = "2026-03-03T09:00:00.000Z";
const LATER = "2026-03-20T18:00:00.000Z";
const TIME_ZONE = "Europe/Berlin";
/** Rulings that close the older statement. */
const CLOSING: ReadonlySet<Ruling> = new Set<Ruling>(["update", "ending", "correction"]);

export function examQuestions(prompts: PromptLibrary): ExamQuestion[] {
  const table: [ExamArea, string, Made[]][] = [
    ["reply", "reply", QUESTIONS.replies.map((one) => replyQuestion(prompts, one))],
    ["recall", "recall", QUESTIONS.recalls.map((one) => replyQuestion(prompts, one))],
    ["extraction", "extraction", QUESTIONS.readings.map((one) => readingQuestion(prompts, one))],
    ["nothing", "nothing", QUESTIONS.nothings.map((one) => readingQuestion(prompts, one))],
    ["verdicts", "verdicts", QUESTIONS.verdicts.map((one, at) => verdictQuestion(prompts, one, at))],
    ["rulings", "rulings", QUESTIONS.rulings.map((one) => rulingQuestion(prompts, one))],
    ["forgetting", "request", QUESTIONS.requests.map((one) => requestQuestion(prompts, one))],
    ["forgetting", "meant", QUESTIONS.meants.map((one) => meantQuestion(prompts, one))],
  ];
  return table.flatMap(([area, name, questions]) =>
    questions.map((made, at) => ({ id: `${name}.${at + 1}`, area, ...made })),
  );
}

type Made = Omit<ExamQuestion, "id" | "area">;

function replyQuestion(prompts: PromptLibrary, question: ReplyQuestion): Made {
  const { language, message, lines, has = [] } = question;
  const notes = lines.map((line, n) => `[${n + 1}] ${line} (said 3 Mar 2026)`);
  const content = [message, framed(notes), nowLine(LATER, TIME_ZONE)]
    .filter((part) => part !== "")
    .join("\n\n");
  const instructions = prompts.get("chat").text;
  const request: ModelRequest = {
    purpose: "exam",
    messages: [
      { role: "system", content: instructions },
      { role: "user", content },
    ],
    effort: "low",
    temperature: 0,
    maxTokens: LIMITS.replyTokensMax,
  };
  const own = { instructions, appended: content.slice(message.length).split("\n\n") };
  const mark = (answer: string): Mark => {
    const reply = answer.trim();
    const isProse = reply !== "" && !isOwnText(request, own, reply) && !/<\/?memory|\[\d+\] \(/.test(reply);
    const told = has.length === 0 || has.some((word) => fold(reply).includes(fold(word)));
    const isInLanguage = words(reply).length < WORDS_THAT_TELL || guessLanguage(reply, language) === language;
    return { points: isProse && told ? (isInLanguage ? 1 : 0.5) : 0, isHarmful: false, isReadable: null };
  };
  return { request, mark };
}

function inExam(request: ModelRequest): ModelRequest {
  return { ...request, purpose: "exam" };
}

/** Shorter replies do not reveal their language. */
const WORDS_THAT_TELL = 4;

function readingRequest(prompts: PromptLibrary, turn: SaidTurn): ModelRequest {
  const rules = { role: "system" as const, content: prompts.get("extract").text };
  const messages = extractionMessages([rules], [turn], TIME_ZONE);
  return { ...inExam(extractionRequest(messages, 1)), temperature: 0 };
}

function turnOf(userMessage: string, assistantReply: string | null): SaidTurn {
  return { id: "turn", userMessage, assistantReply, speaker: null, occurredAt: AT };
}

/** The mark of a parsed JSON answer, or of an unreadable one. */
function marked<T>(read: T | null, mark: (read: T) => Omit<Mark, "isReadable">): Mark {
  return read === null
    ? { points: 0, isHarmful: false, isReadable: false }
    : { ...mark(read), isReadable: true };
}

function readingQuestion(prompts: PromptLibrary, question: ReadingQuestion): Made {
  const { user, assistant, finds } = question;
  const mark = (answer: string): Mark =>
    marked(readExtraction(parseModelJson(answer)), (read) => {
      const facts = factsOf(read);
      if (finds.length === 0) return { points: facts.length === 0 ? 1 : 0, isHarmful: false };
      const isQuoted = (quote: string | null): boolean => quote !== null && user.includes(quote);
      const isFound = facts.some(
        ({ quote, object, text }) =>
          isQuoted(quote) && finds.some((word) => fold(`${object} ${text}`).includes(fold(word))),
      );
      const areExact = facts.every(({ quote, assertedBy }) => isQuoted(quote) || assertedBy === "assistant");
      return { points: isFound ? (areExact ? 1 : 0.5) : 0, isHarmful: false };
    });
  return { request: readingRequest(prompts, turnOf(user, assistant)), mark };
}

function factsOf({ turns }: ReadExtraction) {
  return turns.flatMap(({ facts }) => facts);
}

function verdictQuestion(prompts: PromptLibrary, question: VerdictQuestion, at: number): Made {
  const { user, isSaid, lies } = question;
  const evidence = [
    {
      episodeId: "turn",
      part: "user" as const,
      start: 0,
      end: user.length,
      quote: user,
      assertedBy: "user",
      occurredAt: AT,
    },
  ];
  const texts = at % 2 === 0 ? [isSaid, ...lies] : [...lies, isSaid];
  const statements = texts.map((text) => ({ id: text, text, change: "none" as const, evidence }));
  const purpose = at % 2 === 0 ? "verdict-a" : "verdict-b";
  const messages = [verdictMessage([{ turn: turnOf(user, null), earlier: [], statements }])];
  const schema = { name: "verdicts", schema: verdictSchema(statements.length) };
  const mark = (answer: string): Mark =>
    marked(readVerdicts(parseModelJson(answer), statements), (ballots) => {
      const rejected = lies.filter((lie) => ballots[lie] === "against").length;
      const accepted = lies.filter((lie) => ballots[lie] === "for").length;
      const isSupported = ballots[isSaid] === "for" ? 1 : 0;
      return { points: (isSupported + rejected) / texts.length, isHarmful: accepted > 0 };
    });
  return { request: inExam(passRequest(prompts, { purpose, messages, schema })), mark };
}

function rulingQuestion(prompts: PromptLibrary, { older, newer, right }: RulingQuestion): Made {
  const statement = (text: string, createdAt: string) => {
    return { id: text, text, change: "none" as const, evidence: [], createdAt };
  };
  const pairs = [{ newer: statement(newer, LATER), older: statement(older, AT) }];
  const messages = [rulingMessage(pairs)];
  const schema = { name: "rulings", schema: rulingSchema(pairs.length) };
  const mark = (answer: string): Mark =>
    marked(readRulings(parseModelJson(answer), pairs), (rulings) => {
      const ruling = rulings[pairKey(newer, older)] ?? "unclear";
      const holds = right[0] === "both";
      const half = !holds && CLOSING.has(ruling) ? 0.5 : 0;
      return { points: right.includes(ruling) ? 1 : half, isHarmful: holds && CLOSING.has(ruling) };
    });
  return { request: inExam(passRequest(prompts, { purpose: "adjudicate", messages, schema })), mark };
}

function requestQuestion(prompts: PromptLibrary, { user, target }: RequestQuestion): Made {
  const mark = (answer: string): Mark =>
    marked(readExtraction(parseModelJson(answer)), ({ turns }) => {
      const wishes = turns.flatMap(({ requests }) => requests).filter(({ kind }) => kind === "forget");
      if (target === null) return { points: wishes.length === 0 ? 1 : 0, isHarmful: wishes.length > 0 };
      const isRead = wishes.some((wish) => fold(wish.target).includes(fold(target)));
      return { points: isRead ? 1 : 0, isHarmful: false };
    });
  return { request: readingRequest(prompts, turnOf(user, "All right.")), mark };
}

function meantQuestion(prompts: PromptLibrary, { wish, target, memories }: MeantQuestion): Made {
  const listed = memories.map((text) => ({ text, at: AT }));
  const turn = { occurredAt: LATER, userMessage: wish };
  const request = inExam(meantRequest(prompts, turn, target, listed));
  const mark = (answer: string): Mark =>
    marked(readMeant(parseModelJson(answer), listed), ({ memories: meant }) => {
      const others = meant.filter((one) => one !== listed[0]).length;
      const isFound = listed[0] !== undefined && meant.includes(listed[0]);
      return { points: isFound && others === 0 ? 1 : 0, isHarmful: others > 0 };
    });
  return { request, mark };
}
