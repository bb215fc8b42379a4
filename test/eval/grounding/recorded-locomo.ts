import { besides, dataFiles, readJson, readLines } from "../files.ts";
import { sessionsOf, wordsOf, type LocomoSample, type LocomoTurn } from "../retrieval/locomo.ts";
import { share, type Measure } from "../stats/measure.ts";
import { resultOf, type Suite } from "../suite.ts";
import { best, judgeSentence, type JudgedSentence } from "./judge-sentence.ts";

interface RecordedFact {
  id: string;
  system: string;
  conv: string;
  fact: string;
  /** Number of the session it was extracted from. */
  session: number;
}

type RecordedItem = RecordedFact & JudgedSentence;

/** What other memories extracted, unlabelled: how much of it grounding would let pass. */
export const recordedLocomo: Suite = {
  about:
    "facts other systems extracted from LoCoMo, unlabelled: what grounding makes of them; needs locomo.json",
  extracts: false,
  async run({ data }) {
    const samples = readJson<LocomoSample[]>(besides(data, "locomo.json"));
    const sessions = new Map(samples.map((sample) => [sample.sample_id, sessionsOf(sample)]));
    const facts = dataFiles(data, /^recorded_locomo.*\.jsonl$/).flatMap((file) =>
      readLines<RecordedFact>(file),
    );
    const items = facts.map((fact): RecordedItem => {
      const turns = sessions.get(fact.conv)?.[fact.session - 1]?.turns ?? [];
      return { ...fact, ...judge(fact.fact, turns) };
    });
    return resultOf(items, MEASURES);
  },
};

function judge(fact: string, turns: LocomoTurn[]): JudgedSentence {
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  const subject = speakers.find((name) => fact.startsWith(name)) ?? null;
  return best(
    turns.map((turn) =>
      judgeSentence({ fact, subject, said: wordsOf(turn), speaker: turn.speaker, around: [] }),
    ),
  );
}

const MEASURES: Measure<RecordedItem>[] = (["supported", "unclear", "unsupported"] as const).map((verdict) =>
  share(verdict, verdict === "supported" ? "more" : "less", (item) => [Number(item.verdict === verdict), 1]),
);
