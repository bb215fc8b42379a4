import type { Answer, Answers } from "./folder.ts";
import { keyOf, type Question } from "./question.ts";
import type { UnknownQuestions } from "./unknown-questions.ts";

/** The recorded answer; undefined when there is none, which is noted. */
export interface Ask {
  (question: Question): Answer | undefined;
  /** As above, and notes nothing. */
  recorded(question: Question): Answer | undefined;
}

export function asking(answers: Answers, unknown: UnknownQuestions): Ask {
  const recorded = (question: Question): Answer | undefined => answers.get(keyOf(question));
  const ask = (question: Question): Answer | undefined => {
    const answer = recorded(question);
    if (answer === undefined) unknown.add(question);
    return answer;
  };
  return Object.assign(ask, { recorded });
}
