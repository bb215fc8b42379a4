import { sentences } from "../../../src/language/text.ts";
import { dataFiles, readLines } from "../files.ts";
import type { Suite } from "../suite.ts";
import { best, judgeSentence, type JudgedSentence } from "./judge-sentence.ts";
import { labelledResult } from "./labelled.ts";

/** Summaries of chats, right ones and wrong ones: each sentence must be grounded in what somebody said. */
export const factsFaceval: Suite = {
  about: "FacEval: summaries of chats; a cross-check",
  extracts: false,
  async run({ data }) {
    const files = dataFiles(data, /^facts_faceval.*\.jsonl$/);
    const facts = files.flatMap((file) =>
      readLines<{ id: string; fact: string; dialogue: string; label: 0 | 1 }>(file),
    );
    return labelledResult(
      facts.map(({ id, fact, dialogue, label }) => ({
        id,
        fact,
        isTrue: label === 1,
        corruption: null,
        ...weakest(sentencesOf(fact).map((sentence) => judgeIn(dialogue, sentence))),
      })),
    );
  },
};

function sentencesOf(text: string): string[] {
  return sentences(text).map(({ start, end }) => text.slice(start, end));
}

/** Whoever the sentence names first is its subject; every message may be what it rests on. */
function judgeIn(dialogue: string, fact: string): JudgedSentence {
  const messages = dialogue.split(/\r?\n/).map((line) => {
    const [, speaker = null, said = line] = /^([^:]{1,40}): (.*)$/.exec(line) ?? [];
    return { speaker, said };
  });
  const speakers = [...new Set(messages.flatMap(({ speaker }) => speaker ?? []))];
  const named = speakers.filter((name) => fact.includes(name));
  const subject = named.sort((a, b) => fact.indexOf(a) - fact.indexOf(b))[0] ?? null;
  return best(
    messages.map(({ speaker, said }) => judgeSentence({ fact, subject, said, speaker, around: [dialogue] })),
  );
}

/** A summary is as good as its worst sentence. */
function weakest(judged: JudgedSentence[]): JudgedSentence {
  const none: JudgedSentence = { verdict: "unsupported", reason: "no_evidence", support: 0 };
  return judged.reduce((a, b) => (best([a, b]) === a ? b : a), judged[0] ?? none);
}
