import type { Trust } from "../../ports/chat-model.ts";

/** The tasks of a model. `form`: the share of answers readable as the requested JSON. */
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

/** The mark for one answer: `points` 0 to 1, and whether believing it would have harmed memory. */
export interface Mark {
  points: number;
  isHarmful: boolean;
  /** Whether the JSON answer was readable; null for prose. */
  isReadable: boolean | null;
}

export interface Grade {
  marks: Marks;
  trust: Trust;
  /** Why it is not trusted further; empty for full trust. */
  reasons: string[];
}

/** Minimum marks of a model whose votes and rulings change beliefs: a wrong one costs a memory. */
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
/** Minimum marks of a model whose extractions are worth staging. */
const STAGED: Partial<Marks> = { extraction: 0.5, nothing: 0.5, form: 0.75 };
/** Harmful answers allowed for full trust: one in some thirty may be bad luck. */
const HARMFUL_MAX = 1;

/** The trust a model earns by its marks. */
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
