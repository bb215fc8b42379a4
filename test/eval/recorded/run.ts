import { existsSync } from "node:fs";
import type { ChatModel } from "../../../src/ports/chat-model.ts";
import { DataError } from "../files.ts";
import { asking } from "./ask.ts";
import { readAnswers, readRecordedLife } from "./folder.ts";
import { recordedModel } from "./model.ts";
import type { RecordedOptions } from "./options.ts";
import { unknownQuestions } from "./unknown-questions.ts";

/** Recordings opened for a run over one or more lives. */
export interface RecordedRun {
  modelFor(life: string): ChatModel;
  /** Questions without an answer so far, by kind. */
  unknown(): ReadonlyMap<string, number>;
}

export function openRecorded({ folder, unknownFile }: RecordedOptions): RecordedRun {
  if (!existsSync(folder)) throw new DataError(`there are no recordings at ${folder}`);
  const questions = unknownQuestions(unknownFile);
  const ask = asking(readAnswers(folder), questions);
  return {
    modelFor: (life) => recordedModel({ life: readRecordedLife(folder, life), ask }),
    unknown: () => questions.counts(),
  };
}
