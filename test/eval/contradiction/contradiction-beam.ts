import { relate } from "../../../src/domain/belief/consistency.ts";
import type { Fact } from "../../../src/domain/model/fact.ts";
import { isDenial } from "../../../src/language/denial.ts";
import { coverage } from "../../../src/language/stems.ts";
import { sentences } from "../../../src/language/text.ts";
import { dataFiles, readLines } from "../files.ts";
import { share, type Measure } from "../stats/measure.ts";
import { resultOf, type Suite } from "../suite.ts";

/** Two messages of one chat that do not go together, and the question that shows it. */
interface MessagePair {
  id: string;
  /** `beam_contradiction_resolution` or `beam_knowledge_update`. */
  dataset: string;
  question: string;
  a: string[];
  b: string[];
  a_ids: number[];
  b_ids: number[];
}

interface PairItem {
  id: string;
  isUpdate: boolean;
  /** How the later message stands to the earlier one, by the domain's rules. */
  relation: string;
  calledUpdate: boolean;
}

/**
 * Whether the rules tell a change of the world from a contradiction, by wording alone: of both messages the sentence
 * that answers the question is taken for a statement about the same thing, and the later one is related to the earlier.
 */
export const contradictionBeam: Suite = {
  about: "BEAM pairs: knowledge updates and contradictions told apart by wording",
  extracts: false,
  async run({ data }) {
    const files = dataFiles(data, /^contradiction_beam.*\.jsonl$/);
    const items = files.flatMap((file) => readLines<MessagePair>(file)).map(judge);
    const rows = [...new Set(items.map(({ relation }) => relation))].map((relation) => {
      const some = items.filter((item) => item.relation === relation);
      const updates = some.filter(({ isUpdate }) => isUpdate).length;
      return { relation, updates, contradictions: some.length - updates };
    });
    return resultOf(items, MEASURES, { breakdowns: [{ title: "relations", rows }] });
  },
};

function judge(pair: MessagePair): PairItem {
  const inOrder = Math.min(...pair.a_ids) <= Math.min(...pair.b_ids);
  const [earlier, later] = inOrder ? [pair.a, pair.b] : [pair.b, pair.a];
  const before = statement("before", earlier.join("\n"), pair.question);
  const after = statement("after", later.join("\n"), pair.question);
  const relation = relate(after, [before]).kind;
  const isUpdate = pair.dataset.includes("update");
  return { id: pair.id, isUpdate, relation, calledUpdate: relation === "update" };
}

/** Of a predicate that nothing is known of and without an extractor to tell a change: what is compared decides alone. */
function statement(id: string, text: string, question: string): Fact {
  const span = answering(text, question);
  const sentence = text.slice(span.start, span.end);
  const at = id === "before" ? "2025-01-01T00:00:00.000Z" : "2025-02-01T00:00:00.000Z";
  return {
    id,
    subjectId: "user",
    predicate: "STATES",
    objectId: null,
    value: sentence,
    polarity: isDenial(sentence) ? "negative" : "positive",
    text: sentence,
    confidence: 0.5,
    validAt: null,
    invalidAt: null,
    createdAt: at,
    expiredAt: null,
    status: "verified",
    supersedes: null,
    change: "none",
    origin: null,
    evidence: [],
  };
}

function answering(text: string, question: string): { start: number; end: number } {
  const spans = sentences(text);
  const carries = ({ start, end }: { start: number; end: number }): number =>
    coverage(question, text.slice(start, end));
  return spans.reduce(
    (a, b) => (carries(b) > carries(a) ? b : a),
    spans[0] ?? { start: 0, end: text.length },
  );
}

const MEASURES: Measure<PairItem>[] = [
  share("told_apart", "more", ({ isUpdate, calledUpdate }) => [Number(isUpdate === calledUpdate), 1]),
];
