import { aborted } from "node:util";
import { EngramError } from "../../errors.ts";
import type { ModelConnections } from "../model/connections.ts";
import { examine, type ExamDeps, type ExamResult } from "./examine.ts";

export type Exams = ReturnType<typeof createExams>;

/** Longest duration of an exam, milliseconds; chats have priority throughout. */
const EXAM_MS_MAX = 6 * 3_600_000;
/** Delay before a model that failed halfway is automatically examined again, milliseconds. */
const AGAIN_MS = 10 * 60_000;

export function createExams(
  deps: ExamDeps & { record: Pick<ModelConnections, "exam" | "decidedTrust" | "keepExam"> },
) {
  const { model, record } = deps;
  const stopped = new AbortController();
  let running: Promise<ExamResult> | null = null;
  let progress: ReturnType<Exams["progress"]> = null;
  let notBefore = 0;

  const examineNow = async (): Promise<ExamResult> => {
    try {
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(EXAM_MS_MAX)]);
      const result = await examine(deps, signal, (asked, of) => (progress = { asked, of }));
      await record.keepExam(result);
      return result;
    } catch (error) {
      notBefore = performance.now() + AGAIN_MS;
      throw error;
    } finally {
      running = null;
      progress = null;
    }
  };

  /** Its rejection must not be unhandled if no caller waits to the end. */
  const begun = (): Promise<ExamResult> => {
    const exam = examineNow();
    exam.catch(() => undefined);
    return exam;
  };

  return {
    /**
     * Examines a model once if that has not been done; resolves when the exam is over or `signal` aborts, in which case it continues.
     * Resolves at once while the model is unreachable, or if the owner has decided. Errors: those of `examine`.
     */
    async ensure(signal: AbortSignal): Promise<void> {
      if (model.info().kind === "none" || record.exam() !== null || record.decidedTrust() !== null) return;
      if (running === null && performance.now() < notBefore) return;
      if ((await model.health(signal)) !== "ready") return;
      const exam = (running ??= begun());
      await Promise.race([exam, aborted(signal, exam)]);
    },
    /** Examines again regardless. Errors: those of `examine`; `conflict` while an exam is running. */
    async run(): Promise<ExamResult> {
      if (running !== null) throw new EngramError("conflict", "An exam is under way");
      return (running = begun());
    },
    /** Progress of the running exam. */
    progress: (): { asked: number; of: number } | null => progress,
    /** Ends the running exam. */
    stop: (): void => stopped.abort(new EngramError("shutting_down")),
  };
}
