import type { Answer, Answers } from "./folder.ts";
import { keyOf, type Question } from "./question.ts";
import type { UnknownQuestions } from "./unknown-questions.ts";

/** The recorded answer; undefined when there is none, which is noted. */
export type Ask = (question: Question) => Answer | undefined;

export function asking(answers: Answers, unknown: UnknownQuestions): Ask {
  return (question) => {
    const answer = answers.get(keyOf(question));
    if (answer === undefined) unknown.add(question);
    return answer;
  };
}
