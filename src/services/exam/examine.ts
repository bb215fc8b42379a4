import type { Instant } from "../../domain/model/time.ts";
import type { ChatModel, Trust } from "../../ports/chat-model.ts";
import type { Clock } from "../../ports/clock.ts";
import { retryPreempted } from "../maintenance/retry-preempted.ts";
import { countsAsAttempt } from "../model/attempt.ts";
import { collect } from "../model/collect.ts";
import type { ModelGate } from "../model/gate.ts";
import type { PromptLibrary } from "../prompts/library.ts";
import { examQuestions } from "./ask.ts";
import { gradeOf, type ExamArea, type Mark, type Marks } from "./marks.ts";

/** Another one when questions, marks or floors change: models are examined again. */
export const EXAM_VERSION = 1;

/** How a model did, as it is kept and shown. */
export interface ExamResult {
  version: number;
  /** As the server names it. */
  model: string;
  at: Instant;
  seconds: number;
  marks: Marks;
  trust: Trust;
  reasons: string[];
  /** Ids of the questions that were not answered well. */
  missed: string[];
}

export interface ExamDeps {
  model: ChatModel;
  prompts: PromptLibrary;
  clock: Clock;
  /** Chats go first; null where nobody chats. */
  gate: ModelGate | null;
}

/** Longest that one question may take, milliseconds; an answer that is not there then is none. */
const QUESTION_MS_MAX = 180_000;

const UNANSWERED: Mark = { points: 0, isHarmful: false, isReadable: false };

/**
 * Asks everything that the service asks of a model, some forty short questions in four languages, and marks the answers
 * by code. Errors: `model_unavailable` when it went away; the signal's reason.
 */
export async function examine(
  deps: ExamDeps,
  signal: AbortSignal,
  onProgress: (asked: number, of: number) => void = () => undefined,
): Promise<ExamResult> {
  const started = performance.now();
  const questions = examQuestions(deps.prompts);
  const answers: { id: string; area: ExamArea; mark: Mark }[] = [];
  onProgress(0, questions.length);
  for (const { id, area, request, mark } of questions) {
    const answer = await answerTo(deps, request, signal);
    answers.push({
      id,
      area,
      mark: answer === null ? unanswered(request.schema !== undefined) : mark(answer),
    });
    onProgress(answers.length, questions.length);
  }
  return {
    version: EXAM_VERSION,
    model: servedName(deps.model),
    at: deps.clock.now(),
    seconds: Math.round((performance.now() - started) / 1000),
    ...gradeOf(answers),
    missed: answers.flatMap(({ id, mark }) => (mark.points < 1 ? [id] : [])),
  };
}

/** What marks are kept under: the model with its file, else its name. */
export function servedName(model: ChatModel): string {
  const { learned, name } = model.info();
  return learned?.served ?? name;
}

function unanswered(isJson: boolean): Mark {
  return isJson ? UNANSWERED : { ...UNANSWERED, isReadable: null };
}

/** Null for an answer that failed or took too long. */
async function answerTo(
  { model, gate }: ExamDeps,
  request: Parameters<ChatModel["stream"]>[0],
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return await retryPreempted(signal, async () => {
      const limit = AbortSignal.timeout(QUESTION_MS_MAX);
      const ask = async (inner: AbortSignal): Promise<string> =>
        (await collect(model, request, AbortSignal.any([inner, limit]))).content;
      return gate === null ? ask(signal) : gate.background("idle", signal, ask);
    });
  } catch (error) {
    if (signal.aborted || !countsAsAttempt(error)) throw error;
    return null;
  }
}
