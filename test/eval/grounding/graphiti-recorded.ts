import { dataFiles, readLines } from "../files.ts";
import type { LabelledProposal, ProposedTurn } from "../proposals/format.ts";
import { judgeAll, type Outcome } from "../proposals/judge.ts";
import { auc, share, type Measure } from "../stats/measure.ts";
import { resultOf, type Suite } from "../suite.ts";

/** What Graphiti extracted from a message, some of it labelled. */
interface RecordedMessage {
  id: string;
  role: "user" | "assistant";
  message: string;
  time: string;
  /** As "user: ..." and "assistant: ...", oldest first. */
  previous: string[];
  edges: RecordedEdge[];
}

interface RecordedEdge {
  subject: string;
  relation: string;
  object: string;
  fact: string;
  valid_at: string | null;
  /** `fact` S: supported; `keep` 1: worth keeping. */
  label?: { fact: string; keep: 0 | 1 } | null;
}

interface EdgeItem {
  id: string;
  fact: string;
  supported: boolean;
  keep: boolean;
  outcome: Outcome;
  confidence: number;
}

/** Recorded extractions, judged as proposals for the turn they were made from. */
export const graphitiRecorded: Suite = {
  about: "labelled edges Graphiti extracted from users' messages, judged as proposals",
  extracts: false,
  async run({ data }) {
    const files = dataFiles(data, /^graphiti_recorded.*\.jsonl$/);
    const messages = files
      .flatMap((file) => readLines<RecordedMessage>(file))
      .map((message) => ({ ...message, edges: message.edges.filter(({ label }) => label != null) }))
      .filter(({ edges }) => edges.length > 0);
    const turns = new Map(messages.map((message) => [asTurn(message), message]));
    const judged = await judgeAll([...turns.keys()]);
    const items = [...turns].flatMap(([turn, message]) =>
      (judged.get(turn) ?? []).map(({ outcome, confidence }, n): EdgeItem => {
        const edge = message.edges[n] as RecordedEdge;
        const supported = edge.label?.fact === "S";
        const keep = edge.label?.keep === 1;
        return { id: `${message.id}/${n + 1}`, fact: edge.fact, supported, keep, outcome, confidence };
      }),
    );
    return resultOf(items, MEASURES);
  },
};

/** How sure the recorded extractor was is not recorded. */
const UNSTATED = 0.5;

function asTurn({ id, message, time, previous, edges }: RecordedMessage): ProposedTurn {
  const context = previous.map((line) => ({
    role: line.startsWith("assistant:") ? ("assistant" as const) : ("user" as const),
    text: line.replace(/^(?:user|assistant):\s*/, ""),
    at: time,
  }));
  const proposals = edges.map(({ subject, relation, object, fact, valid_at }): LabelledProposal => ({
    subject,
    predicate: relation,
    object,
    text: fact,
    quote: "",
    assertedBy: "user",
    validAt: valid_at,
    confidence: UNSTATED,
    label: "good",
    error: null,
  }));
  return { id, context, turn: { user: message, assistant: "", at: time, timezone: "UTC" }, proposals };
}

const MEASURES: Measure<EdgeItem>[] = [
  auc("auc", ({ confidence, supported }) => ({ score: confidence, positive: supported })),
  auc("auc_keep", ({ confidence, keep }) => ({ score: confidence, positive: keep })),
  share("supported_accepted", "more", ({ supported, outcome }) =>
    supported ? [Number(outcome === "accepted"), 1] : null,
  ),
  share("unsupported_rejected", "more", ({ supported, outcome }) =>
    supported ? null : [Number(outcome !== "accepted"), 1],
  ),
];
