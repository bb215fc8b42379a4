import { EngramError } from "../../errors.ts";
import { examine, type ExamDeps, type ExamResult } from "./examine.ts";

/** Where marks are kept, and what the owner says of the model beside them. */
export interface ExamRecord {
  exam(): ExamResult | null;
  /** Whatever the exam says, this model is trusted so far; null: the exam decides. */
  decidedTrust(): string | null;
  keepExam(result: ExamResult): Promise<void>;
}

export interface Exams {
  /**
   * Examines a model that was not, once, and resolves when it is over or `signal` aborts; the exam goes on then. Resolves
   * at once while the model is away, and where its owner decided. Errors: those of `examine`.
   */
  ensure(signal: AbortSignal): Promise<void>;
  /** Again, whatever is known. Errors: those of `examine`; `conflict` while one runs. */
  run(): Promise<ExamResult>;
  /** Of the one that runs. */
  progress(): { asked: number; of: number } | null;
  /** Ends the one that runs. */
  stop(): void;
}

/** Longest an exam takes, milliseconds; chats go first all the while. */
const EXAM_MS_MAX = 6 * 3_600_000;
/** A model that failed in the middle is not examined again by itself before, milliseconds. */
const AGAIN_MS = 10 * 60_000;

export function createExams(deps: ExamDeps & { record: ExamRecord }): Exams {
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

  /** Nobody may wait for it to the end. */
  const begun = (): Promise<ExamResult> => {
    const exam = examineNow();
    exam.catch(() => undefined);
    return exam;
  };

  return {
    async ensure(signal) {
      if (model.info().kind === "none" || record.exam() !== null || record.decidedTrust() !== null) return;
      if (running === null && performance.now() < notBefore) return;
      if ((await model.health(signal)) !== "ready") return;
      const exam = (running ??= begun());
      const left = new Promise<void>((resolve) =>
        signal.addEventListener("abort", () => resolve(), { once: true }),
      );
      await Promise.race([exam, left]);
    },
    async run() {
      if (running !== null) throw new EngramError("conflict", "An exam is under way");
      return (running = begun());
    },
    progress: () => progress,
    stop: () => stopped.abort(new EngramError("shutting_down")),
  };
}
