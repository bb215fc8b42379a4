import { z } from "zod";
import { TRUST_LEVELS, type ChatModel } from "../../ports/chat-model.ts";
import type { Needs } from "../kernel.ts";
import { retryPreempted } from "../maintenance/retry-preempted.ts";
import { countsAsAttempt } from "../model/attempt.ts";
import { collect } from "../model/collect.ts";
import type { ModelGate } from "../model/gate.ts";
import { examQuestions } from "./ask.ts";
import { EXAM_AREAS, gradeOf, type ExamArea, type Mark } from "./marks.ts";

/** Increment if questions, marks or thresholds change: models are then examined again. */
export const EXAM_VERSION = 2;

/** A model's result, as stored and shown. */
export const ExamResult = z.object({
  version: z.int(),
  model: z.string().describe("the server's name for it"),
  at: z.string(),
  seconds: z.number(),
  marks: z.record(z.enum(EXAM_AREAS), z.number()),
  trust: z.enum(TRUST_LEVELS),
  reasons: z.array(z.string()),
  missed: z.array(z.string()).describe("ids of the questions that were not answered well"),
});
export type ExamResult = z.infer<typeof ExamResult>;

export interface ExamDeps extends Needs<"model" | "prompts" | "clock"> {
  /** Gives chats priority; null if there are no chats. */
  gate: ModelGate | null;
}

/** Time limit per question, milliseconds; a later answer counts as none. */
const QUESTION_MS_MAX = 180_000;

/**
 * Asks some forty short questions in four languages, covering everything the service asks of a model, and marks the answers by
 * code. Errors: `model_unavailable` if the model became unreachable; the signal's reason.
 */
export async function examine(
  deps: ExamDeps,
  signal: AbortSignal,
  onProgress: (asked: number, of: number) => void = () => undefined,
): Promise<ExamResult> {
  const started = performance.now();
  const questions = examQuestions(deps.prompts);
  const answers: { id: string; area: ExamArea; mark: Mark }[] = [];
  let unanswered = 0;
  onProgress(0, questions.length);
  for (const { id, area, request, mark } of questions) {
    const answer = await answerTo(deps, request, signal);
    if (answer === null) unanswered += 1;
    const none = { points: 0, isHarmful: false, isReadable: request.schema === undefined ? null : false };
    answers.push({ id, area, mark: answer === null ? none : mark(answer) });
    onProgress(answers.length, questions.length);
  }
  const grade = gradeOf(answers);
  const late = `${unanswered} questions had no answer in ${QUESTION_MS_MAX / 1000} seconds each`;
  return {
    version: EXAM_VERSION,
    model: servedName(deps.model),
    at: deps.clock.now(),
    seconds: Math.round((performance.now() - started) / 1000),
    ...grade,
    reasons: [...grade.reasons, ...(grade.reasons.length > 0 && unanswered > 0 ? [late] : [])],
    missed: answers.flatMap(({ id, mark }) => (mark.points < 1 ? [id] : [])),
  };
}

/** The name marks are stored under: that of the model file if known, otherwise the model's name. */
export function servedName(model: ChatModel): string {
  const { learned, name } = model.info();
  return learned?.served ?? name;
}

/** Null if the answer failed or took too long. */
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
