import { dataFiles, readLines } from "../files.ts";
import type { Suite } from "../suite.ts";
import { judgeSentence } from "./judge-sentence.ts";
import { labelledResult } from "./labelled.ts";

/** Answers of language models with the passage they should rest on, labelled by people. */
export const factsBegin: Suite = {
  about: "BEGIN: answers with the passage they should rest on; a cross-check",
  extracts: false,
  async run({ data }) {
    const files = dataFiles(data, /^facts_begin.*\.jsonl$/);
    const facts = files.flatMap((file) =>
      readLines<{ id: string; fact: string; evidence_text: string; label: 0 | 1 }>(file),
    );
    return labelledResult(
      facts.map(({ id, fact, evidence_text: said, label }) => ({
        id,
        fact,
        isTrue: label === 1,
        corruption: null,
        ...judgeSentence({ fact, subject: null, said, speaker: null, around: [] }),
      })),
    );
  },
};
