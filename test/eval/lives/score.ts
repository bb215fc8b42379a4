import type { RecordedScore } from "../recorded/score.ts";
import { castOf } from "./entities.ts";
import type { Life, LifeQuestion } from "./format.ts";
import type { Observed } from "./observed.ts";
import { scoreBeliefs, type BeliefScore } from "./score-beliefs.ts";
import { scoreChanges, type ChangeScore } from "./score-changes.ts";
import { scoreForgotten, type ForgottenScore } from "./score-forgotten.ts";
import { asOfRight, currentFirst, turnRecall } from "./score-search.ts";
import { scoreTraps, type TrapScore } from "./score-traps.ts";
import { truthAt } from "./truth.ts";

export interface AskedQuestion {
  question: LifeQuestion;
  observed: Observed;
}

/** One question with all that is needed to recompute every figure, and what this scorer made of it. */
export interface LifeItem extends Observed {
  id: string;
  life: string;
  language: string;
  at: string;
  type: string;
  question: string;
  scores: {
    beliefs: BeliefScore;
    traps: TrapScore;
    changes: ChangeScore;
    forgotten: ForgottenScore;
    recallAt10: number | null;
    currentFirst: boolean | null;
    asOfRight: boolean | null;
  };
  /** Where somebody judged the recorded statements of the life. */
  recorded?: RecordedScore;
}

export function scoreQuestion(
  life: Life,
  name: string,
  { question, observed }: AskedQuestion,
  refused: ReadonlyMap<string, string>,
): LifeItem {
  const cast = castOf(life);
  const truth = truthAt(life, question.at);
  const beliefs = scoreBeliefs(cast, truth, observed, refused);
  const where = new Map(beliefs.missing.map(({ id, where }) => [id, where]));
  return {
    id: question.id,
    life: name,
    language: life.user.language,
    at: question.at,
    type: question.type,
    question: question.q,
    ...observed,
    scores: {
      beliefs,
      traps: scoreTraps(cast, truth, observed),
      changes: scoreChanges(cast, truth, observed, where),
      forgotten: scoreForgotten(cast, truth, observed),
      recallAt10: turnRecall(truth, question, observed.results),
      currentFirst: currentFirst(cast, truth, question, observed.results),
      asOfRight: asOfRight(cast, truth, question, observed.results),
    },
  };
}
