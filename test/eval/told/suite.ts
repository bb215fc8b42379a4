import { join } from "node:path";
import { estimateTokens } from "../../../src/language/text.ts";
import type { RecallBlock } from "../../../src/services/retrieval/recall-block.ts";
import { recallBlock } from "../../../src/services/retrieval/recall-block.ts";
import type { SearchResult } from "../../../src/services/retrieval/types.ts";
import { dataFiles, readLines, stem } from "../files.ts";
import { castOf } from "../lives/entities.ts";
import type { Life, LifeQuestion } from "../lives/format.ts";
import { live, type Asking } from "../lives/live.ts";
import { says } from "../lives/match.ts";
import { lifeModels, tellUnanswered } from "../lives/model.ts";
import { heldFacts } from "../lives/observe.ts";
import { readLife } from "../lives/read.ts";
import { truthAt, type ToldFact } from "../lives/truth.ts";
import { personOf } from "../recorded/person.ts";
import { mapSideBySide } from "../side-by-side.ts";
import { RECALL_TOKENS_MAX } from "../../../src/services/chat/prompt-budget.ts";
import { share, type Measure } from "../stats/measure.ts";
import { resultOf, type Suite } from "../suite.ts";
import { misspelt } from "./misspelt.ts";

/** A plain question or remark that no life has to do with. */
interface Unrelated {
  id: string;
  language: string;
  kind: string;
  q: string;
}

/** A question of a life in other words, by somebody who saw the question and its answer alone. */
interface Reworded {
  life: string;
  id: string;
  q: string;
}

/** A question as its person would type it, by somebody who saw the sessions alone; its facts are those of the life. */
type Typed = LifeQuestion & { life: string };

/** One question, and what a model is told for it. */
interface ToldItem {
  id: string;
  life: string;
  user: string;
  at: string;
  about: "unrelated" | "casual" | "absent" | "answerable";
  /** In the words of the life, or in others, or as people type, or in its words with one of them misspelt. */
  wording: "own" | "other" | "typed" | "misspelt";
  type: string;
  question: string;
  reference: string;
  block: string;
  lines: number;
  tokens: number;
  /** Share of the statements of the answer that a line says, or stands for the turn of; null without any. */
  covered: number | null;
}

const DATA = join(import.meta.dirname, "..", "data");
const AT_ONCE = 2;
/** As a chat looks at them. */
const RESULTS_MAX = 100;
/** Types of questions whose answer was never said, or was forgotten. */
const ABSENT: ReadonlySet<string> = new Set(["abstain", "forgotten"]);
/** A block holds no more, so that a small model with a slow machine reads it at once. */
const LINES_MAX = 12;

/** The recall block itself: whether it tells what the answer needs, in how many tokens, and nothing for what is unrelated. */
export const told: Suite = {
  about:
    "lives, asked in their own and in other words and unrelated questions too: what the recall block tells",
  extracts: true,
  async run(options) {
    const models = lifeModels(options);
    const unrelated = readLines<Unrelated>(join(DATA, "unrelated.jsonl"));
    const casual = readLines<Unrelated>(join(DATA, "casual.jsonl"));
    const typed = readLines<Typed>(join(DATA, "typed.jsonl"));
    const reworded = readLines<Reworded>(join(DATA, "reworded.jsonl"));
    const files = dataFiles(options.data, /\.json$/, "lives");
    const items = await mapSideBySide(files, AT_ONCE, async (file) => {
      const name = stem(file);
      const own = readLife(file);
      const questions = [...own.questions, ...typed.filter((one) => one.life === name).map(asTyped)];
      const life = { ...own, questions };
      const other = new Map(reworded.flatMap((one) => (one.life === name ? [[one.id, one.q] as const] : [])));
      const { asked } = await live(
        withUnrelated(withUnrelated(life, unrelated, "unrelated"), casual, "casual"),
        models.modelFor(name, life),
        (asking) => look(life, name, asking, other),
        personOf(name, options),
      );
      options.progress(`${name}: ${life.questions.length} questions`);
      return asked.flat();
    });
    tellUnanswered(models, options);
    return resultOf(items.flat(), MEASURES, { clusterOf: (item) => item.life });
  },
};

function asTyped(question: Typed): LifeQuestion {
  return { ...question, id: `typed.${question.id}` };
}

/** They are asked a day after all else. */
function withUnrelated(life: Life, unrelated: readonly Unrelated[], about: "unrelated" | "casual"): Life {
  const times = [...life.questions, ...life.sessions].map(({ at }) => Date.parse(at));
  const at = new Date(Math.max(...times) + 86_400_000).toISOString();
  const more = unrelated.map(({ q }, n): LifeQuestion => ({
    id: `${about}.${n}`,
    at,
    type: "single",
    q,
    answer: "",
    facts: [],
  }));
  return { ...life, questions: [...life.questions, ...more] };
}

async function look(
  life: Life,
  name: string,
  asking: Asking,
  other: ReadonlyMap<string, string>,
): Promise<ToldItem[]> {
  const { service, userId, question } = asking;
  await service.embedded(userId);
  const reworded = other.get(question.id);
  const wordings = [
    { wording: question.id.startsWith("typed.") ? ("typed" as const) : ("own" as const), q: question.q },
    ...(reworded === undefined ? [] : [{ wording: "other" as const, q: reworded }]),
    ...(aboutOf(question) === "answerable" && !question.id.startsWith("typed.")
      ? [{ wording: "misspelt" as const, q: misspelt(question.q) }]
      : []),
  ];
  const items: ToldItem[] = [];
  for (const { wording, q } of wordings) {
    const found = await service.engine.search(userId, { query: q, limit: RESULTS_MAX });
    const lines = found.filter(({ isTold }) => isTold);
    const block: RecallBlock = recallBlock(lines, {
      now: service.clock.now(),
      timeZone: life.user.timezone,
      tokensMax: RECALL_TOKENS_MAX,
      itemsMax: RESULTS_MAX,
      query: q,
    });
    items.push({
      id: question.id,
      life: name,
      user: life.user.name,
      at: question.at,
      about: aboutOf(question),
      wording,
      type: question.type,
      question: q,
      reference: question.answer,
      block: block.text,
      lines: block.items.length,
      tokens: block.text === "" ? 0 : estimateTokens(block.text),
      covered: await coveredBy(lines.slice(0, block.items.length), life, asking),
    });
  }
  return items;
}

function aboutOf({ id, type }: LifeQuestion): ToldItem["about"] {
  if (id.startsWith("unrelated.")) return "unrelated";
  if (id.startsWith("casual.")) return "casual";
  return ABSENT.has(type) ? "absent" : "answerable";
}

async function coveredBy(
  lines: readonly SearchResult[],
  life: Life,
  { service, userId, question, turnIds }: Asking,
): Promise<number | null> {
  const truth = truthAt(life, question.at);
  const gold = [...new Set(question.facts.flatMap((id) => truth.byId.get(id) ?? []))];
  if (gold.length === 0 || ABSENT.has(question.type)) return null;
  const facts = lines.flatMap((line) => (line.kind === "fact" ? [line.item] : []));
  const held = await heldFacts(service.engine.store.forUser(userId), facts, turnIds);
  const turns = new Set(
    lines.flatMap(({ evidence }) => evidence.flatMap(({ episodeId }) => turnIds.get(episodeId) ?? [])),
  );
  const cast = castOf(life);
  const isTold = (fact: ToldFact): boolean =>
    held.some((one) => says(cast, one, fact)) || fact.turns.some((turn) => turns.has(turn));
  return gold.filter(isTold).length / gold.length;
}

function answerable(name: string, wording: ToldItem["wording"]): Measure<ToldItem> {
  return share(name, "more", (item) =>
    item.about === "answerable" && item.wording === wording && item.covered !== null
      ? [item.covered, 1]
      : null,
  );
}

function meanOf(
  name: string,
  about: ToldItem["about"],
  value: (item: ToldItem) => number,
): Measure<ToldItem> {
  return share(name, "less", (item) =>
    item.about === about && item.wording !== "typed" && item.wording !== "misspelt" ? [value(item), 1] : null,
  );
}

const MEASURES: Measure<ToldItem>[] = [
  answerable("covered", "own"),
  answerable("covered_other_words", "other"),
  answerable("covered_typed", "typed"),
  answerable("covered_misspelt", "misspelt"),
  meanOf("empty", "answerable", ({ lines }) => Number(lines === 0)),
  meanOf("tokens", "answerable", ({ tokens }) => tokens),
  meanOf("too_long", "answerable", ({ lines }) => Number(lines > LINES_MAX)),
  meanOf("unrelated_told", "unrelated", ({ lines }) => Number(lines > 0)),
  meanOf("casual_told", "casual", ({ lines }) => Number(lines > 0)),
  meanOf("unrelated_tokens", "unrelated", ({ tokens }) => tokens),
];
