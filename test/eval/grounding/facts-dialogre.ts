import { join } from "node:path";
import { ground } from "../../../src/domain/grounding/grounding.ts";
import { locateEvidence } from "../../../src/domain/grounding/evidence.ts";
import { normalisePredicate } from "../../../src/domain/belief/predicate.ts";
import { besides, dataFiles, readJson, readLines } from "../files.ts";
import type { Suite } from "../suite.ts";
import { labelledResult, type LabelledItem } from "./labelled.ts";

interface RelationFact {
  id: string;
  /** `<file>/<position>`, as in "train/0". */
  conv: string;
  x: string;
  /** Null for two that have nothing to do with each other. */
  relation: string | null;
  y: string;
  label: 0 | 1;
  corruption: string | null;
}

/** Relations between the people of a dialogue. Words alone hardly tell them: a cross-check. */
export const factsDialogre: Suite = {
  about: "DialogRE: relations in dialogues; a cross-check; needs dialogre/ beside the data",
  extracts: false,
  async run({ data }) {
    const facts = dataFiles(data, /^facts_dialogre.*\.jsonl$/).flatMap((file) =>
      readLines<RelationFact>(file),
    );
    const dialogues = readDialogues(besides(data, "dialogre"), facts);
    return labelledResult(facts.map((fact) => judge(fact, dialogues.get(fact.conv) ?? "")));
  },
};

function readDialogues(folder: string, facts: RelationFact[]): Map<string, string> {
  const names = new Set(facts.map(({ conv }) => conv.split("/")[0]));
  const dialogues = new Map<string, string>();
  for (const name of names) {
    const all = readJson<[string[], ...unknown[]][]>(join(folder, `${name}.json`));
    for (const [n, [lines]] of all.entries()) dialogues.set(`${name}/${n}`, lines.join("\n"));
  }
  return dialogues;
}

const UNTOLD = "is related to";

function judge({ id, x, y, relation, label, corruption }: RelationFact, dialogue: string): LabelledItem {
  const turn = { userMessage: dialogue, assistantReply: null, earlier: [] };
  const predicate = normalisePredicate(relation?.replace(/^\w+:/, "") ?? UNTOLD);
  const fact = `${x} ${predicate.replaceAll("_", " ").toLowerCase()} ${y}`;
  const claim = {
    subjectNames: [x],
    subjectIsSelf: false,
    object: y,
    objectNames: [],
    polarity: "positive" as const,
    predicate,
    text: fact,
    assertedBy: "user",
    change: "none",
  };
  const located = locateEvidence(turn, { ...claim, quote: null });
  const about = { id, fact, isTrue: label === 1, corruption };
  if (located === null) return { ...about, verdict: "unsupported", reason: "no_evidence", support: 0 };
  const { verdict, reason, support } = ground(turn, claim, located);
  return { ...about, verdict, reason, support };
}
