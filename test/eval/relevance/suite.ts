import { join } from "node:path";
import { estimateTokens } from "../../../src/language/text.ts";
import { recallBlock } from "../../../src/services/retrieval/recall-block.ts";
import { isRelevant, isWeak } from "../../../src/services/retrieval/relevance.ts";
import type { SearchResult } from "../../../src/services/retrieval/types.ts";
import { dataFiles, readLines, stem } from "../files.ts";
import { live, type Asking } from "../lives/live.ts";
import { lifeModels, tellUnanswered } from "../lives/model.ts";
import { readLife } from "../lives/read.ts";
import type { Life, LifeQuestion } from "../lives/format.ts";
import { shippedSettings } from "../service/settings.ts";
import { share, type Measure, type Tally } from "../stats/measure.ts";
import { resultOf, type Suite } from "../suite.ts";

/** A plain question or remark that no life has to do with. `choose`: the threshold was chosen on it; `check`: it was not. */
interface Unrelated {
  id: string;
  language: string;
  part: "choose" | "check";
  kind: string;
  q: string;
}

/** One question, and the block with and without the threshold. */
interface RelevanceItem {
  id: string;
  life: string;
  about: Unrelated["part"] | "absent" | "answerable";
  question: string;
  /** Share of the turns of the answer among the first ten results; null without any. */
  recall: number | null;
  isRelevant: boolean;
  isWeak: boolean;
  /** Of the block without the threshold. */
  items: number;
  tokens: number;
}

const UNRELATED = join(import.meta.dirname, "..", "data", "unrelated.jsonl");
/** As a chat looks at them. */
const RESULTS_MAX = 50;
const TOP = 10;
/** Types of questions whose answer was never said, or was forgotten. */
const ABSENT: ReadonlySet<string> = new Set(["abstain", "forgotten"]);

/** Whether the prompt stays empty for what memory has nothing to do with, and what that costs. */
export const relevance: Suite = {
  about: "lives, asked unrelated questions as well: blocks that stay empty, and evidence lost by that",
  extracts: true,
  async run(options) {
    const { data, progress } = options;
    const models = lifeModels(options);
    const unrelated = readLines<Unrelated>(UNRELATED);
    const items: RelevanceItem[] = [];
    for (const file of dataFiles(data, /\.json$/, "lives")) {
      const life = withUnrelated(readLife(file), unrelated);
      const model = models.modelFor(stem(file), life);
      const { asked } = await live(life, model, (asking) => look(life, stem(file), asking));
      progress(`${stem(file)}: ${life.questions.length} questions`);
      items.push(...asked);
    }
    tellUnanswered(models, options);
    return resultOf(items, MEASURES, { clusterOf: (item) => item.life });
  },
};

/** They are asked a day after all else. */
function withUnrelated(life: Life, unrelated: readonly Unrelated[]): Life {
  const times = [...life.questions, ...life.sessions].map(({ at }) => Date.parse(at));
  const at = new Date(Math.max(...times) + 86_400_000).toISOString();
  const more = unrelated.map(({ part, q }, n): LifeQuestion => ({
    id: `${part}.${n}`,
    at,
    type: "single",
    q,
    answer: "",
    facts: [],
  }));
  return { ...life, questions: [...life.questions, ...more] };
}

async function look(life: Life, name: string, asking: Asking): Promise<RelevanceItem> {
  const { service, userId, question } = asking;
  await service.embedded(userId);
  const found = await service.engine.search(userId, { query: question.q, limit: RESULTS_MAX });
  const { recallMaxTokens: tokensMax, recallMaxItems: itemsMax } = shippedSettings();
  const { text, items } = recallBlock(found, {
    timeZone: life.user.timezone,
    tokensMax,
    itemsMax,
    query: question.q,
  });
  return {
    id: `${name}.${question.id}`,
    life: name,
    about: aboutOf(question),
    question: question.q,
    recall: recallOf(life, question, found, asking.turnIds),
    isRelevant: isRelevant(question.q, found),
    isWeak: isWeak(found),
    items: items.length,
    tokens: estimateTokens(text),
  };
}

function aboutOf({ id, type }: LifeQuestion): RelevanceItem["about"] {
  const part = /^(choose|check)\./.exec(id)?.[1];
  if (part === "choose" || part === "check") return part;
  return ABSENT.has(type) ? "absent" : "answerable";
}

function recallOf(
  life: Life,
  { facts, type }: LifeQuestion,
  found: readonly SearchResult[],
  turnIds: Asking["turnIds"],
): number | null {
  const turns = life.sessions.flatMap((session) => session.turns);
  const gold = turns.filter((turn) => turn.facts.some(({ id }) => facts.includes(id))).map(({ id }) => id);
  if (gold.length === 0 || type === "forgotten") return null;
  const top = found.slice(0, TOP).flatMap(({ evidence }) => evidence);
  const rests = new Set(top.map(({ episodeId }) => turnIds.get(episodeId)));
  return gold.filter((turn) => rests.has(turn)).length / gold.length;
}

const isUnrelated = ({ about }: RelevanceItem): boolean => about === "choose" || about === "check";
const isFilled = (item: RelevanceItem): boolean => item.isRelevant && item.items > 0;

function filled(name: string, about: RelevanceItem["about"]): Measure<RelevanceItem> {
  return share(name, "less", (item) => (item.about === about ? [Number(isFilled(item)), 1] : null));
}

function weak(name: string, better: "more" | "less", about: RelevanceItem["about"]): Measure<RelevanceItem> {
  return share(name, better, (item) =>
    item.about === about && isFilled(item) ? [Number(item.isWeak), 1] : null,
  );
}

function meanTokens(name: string, counts: (item: RelevanceItem) => boolean): Measure<RelevanceItem> {
  const tally = (item: RelevanceItem): Tally => [counts(item) ? item.tokens : 0, 1];
  return share(name, "less", (item) => (isUnrelated(item) ? tally(item) : null));
}

const MEASURES: Measure<RelevanceItem>[] = [
  share("unrelated_filled_before", "less", (item) =>
    isUnrelated(item) ? [Number(item.items > 0), 1] : null,
  ),
  filled("unrelated_filled_choose", "choose"),
  filled("unrelated_filled_check", "check"),
  meanTokens("unrelated_tokens_before", ({ items }) => items > 0),
  meanTokens("unrelated_tokens", isFilled),
  share("recall_at_10_before", "more", ({ recall }) => (recall === null ? null : [recall, 1])),
  share("recall_at_10", "more", (item) =>
    item.recall === null ? null : [item.isRelevant ? item.recall : 0, 1],
  ),
  filled("absent_filled", "absent"),
  weak("absent_weak", "more", "absent"),
  weak("answerable_weak", "less", "answerable"),
];
