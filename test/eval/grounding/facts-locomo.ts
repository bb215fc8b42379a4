import { besides, dataFiles, readJson, readLines } from "../files.ts";
import { sessionsOf, wordsOf, type LocomoSample, type LocomoTurn } from "../retrieval/locomo.ts";
import type { Suite } from "../suite.ts";
import { best, judgeSentence } from "./judge-sentence.ts";
import { labelledResult, type LabelledItem } from "./labelled.ts";

interface LocomoFact {
  id: string;
  conv: string;
  subject: string;
  fact: string;
  /** Turns, as in "D1:3". */
  evidence: string[];
  label: 0 | 1;
  corruption: string | null;
}

/** Observations about two friends with the turn each rests on, and false ones made of them. */
export const factsLocomo: Suite = {
  about:
    "LoCoMo observations: what grounding accepts with two turns around; needs locomo.json beside the data",
  extracts: false,
  async run({ data }) {
    const samples = readJson<LocomoSample[]>(besides(data, "locomo.json"));
    const turns = new Map(samples.map((sample) => [sample.sample_id, placesOf(sample)]));
    const facts = dataFiles(data, /^facts_locomo.*\.jsonl$/).flatMap((file) => readLines<LocomoFact>(file));
    return labelledResult(facts.map((fact) => judge(fact, turns.get(fact.conv) ?? new Map())));
  },
};

interface Place {
  turn: LocomoTurn;
  around: string[];
}

/** Turns to either side that tell what the words speak of. */
const AROUND = 2;

function placesOf(sample: LocomoSample): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const { turns } of sessionsOf(sample)) {
    for (const [n, turn] of turns.entries()) {
      const near = turns.slice(Math.max(0, n - AROUND), n + AROUND + 1).filter((other) => other !== turn);
      const around = near.map(wordsOf);
      places.set(turn.dia_id, { turn, around });
    }
  }
  return places;
}

function judge(
  { id, fact, subject, evidence, label, corruption }: LocomoFact,
  places: ReadonlyMap<string, Place>,
): LabelledItem {
  const judged = evidence.flatMap((turnId) => {
    const place = places.get(turnId);
    if (!place) return [];
    const { turn, around } = place;
    return [judgeSentence({ fact, subject, said: wordsOf(turn), speaker: turn.speaker, around })];
  });
  return { id, fact, isTrue: label === 1, corruption, ...best(judged) };
}
