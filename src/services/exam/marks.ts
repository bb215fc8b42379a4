import type { Trust } from "../../ports/chat-model.ts";

/** Everything that a model is asked for. `form`: answers that could be read as the JSON asked for. */
export const EXAM_AREAS = [
  "reply",
  "recall",
  "extraction",
  "nothing",
  "verdicts",
  "rulings",
  "forgetting",
  "form",
] as const;
export type ExamArea = (typeof EXAM_AREAS)[number];
export type Marks = Record<ExamArea, number>;

/** One answer, marked: `points` 0 to 1, and whether memory would have been harmed had it been believed. */
export interface Mark {
  points: number;
  isHarmful: boolean;
  /** It was asked for as JSON, and could be read; null for prose. */
  isReadable: boolean | null;
}

export interface Grade {
  marks: Marks;
  trust: Trust;
  /** Why it is not trusted further; empty for full trust. */
  reasons: string[];
}

/** Least marks for a model whose votes and rulings change what is believed. A wrong one costs a memory. */
const FULL: Partial<Marks> = {
  reply: 0.75,
  recall: 0.75,
  extraction: 0.75,
  nothing: 0.75,
  verdicts: 0.85,
  rulings: 0.75,
  forgetting: 0.75,
  form: 0.9,
};
/** Least marks for a model whose extractions are worth staging. */
const STAGED: Partial<Marks> = { extraction: 0.5, nothing: 0.5, form: 0.75 };
/** Harmful answers of a fully trusted model: one of some thirty may be bad luck. */
const HARMFUL_MAX = 1;

/** How far a model is trusted, by its marks. */
export function gradeOf(answers: readonly { area: ExamArea; mark: Mark }[]): Grade {
  const mean = (values: readonly number[]): number =>
    values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
  const marks = Object.fromEntries(
    EXAM_AREAS.map((area) => [
      area,
      area === "form"
        ? mean(answers.flatMap(({ mark }) => (mark.isReadable === null ? [] : Number(mark.isReadable))))
        : mean(answers.flatMap((one) => (one.area === area ? one.mark.points : []))),
    ]),
  ) as Marks;
  const missed = (floors: Partial<Marks>): string[] =>
    Object.entries(floors).flatMap(([area, least]) => {
      const mark = marks[area as ExamArea];
      return mark < least ? [`${area} ${mark.toFixed(2)}, at least ${least} is asked`] : [];
    });
  const harmful = answers.filter(({ mark }) => mark.isHarmful).length;
  const forFull = [
    ...missed(FULL),
    ...(harmful > HARMFUL_MAX
      ? [`${harmful} answers would have harmed memory, at most ${HARMFUL_MAX} may`]
      : []),
  ];
  if (forFull.length === 0) return { marks, trust: "full", reasons: [] };
  const forStaged = missed(STAGED);
  if (forStaged.length === 0) return { marks, trust: "staged", reasons: forFull };
  return { marks, trust: "turns", reasons: forStaged };
}
