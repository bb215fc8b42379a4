import { dataFiles, stem } from "../files.ts";
import { callFigures, callTable, type LifeCost } from "../recorded/call-figures.ts";
import { recordedMeasures, staleTable } from "../recorded/figures.ts";
import { RECORDED_DEFAULTS } from "../recorded/options.ts";
import { personOf } from "../recorded/person.ts";
import { scoreRecorded } from "../recorded/score.ts";
import { readTruth } from "../recorded/truth.ts";
import { mapSideBySide } from "../side-by-side.ts";
import { auc, share, type Measure, type Tally } from "../stats/measure.ts";
import { resultOf, type Breakdown, type Suite, type SuiteOptions, type SuiteResult } from "../suite.ts";
import type { Life } from "./format.ts";
import { live, type Asking } from "./live.ts";
import { observe } from "./observe.ts";
import { lifeModels, tellUnanswered, type LifeModels } from "./model.ts";
import { readLife } from "./read.ts";
import { scoreQuestion, type AskedQuestion, type LifeItem } from "./score.ts";

/** Lives lived side by side, each in a service of its own: while one waits for its store, the other goes on. */
const AT_ONCE = 2;

/** Whole lives, end to end. */
export const lives: Suite = {
  about: "a person's year through the whole service: what is believed and found at each question's time",
  extracts: true,
  async run(options) {
    const models = lifeModels(options);
    const files = dataFiles(options.data, /\.json$/, "lives");
    const lived = await mapSideBySide(files, AT_ONCE, (file) => liveAndScore(file, models, options));
    tellUnanswered(models, options);
    return resultOfLives(lived, options);
  },
};

/** One life lived. */
interface LivedLife {
  items: LifeItem[];
  cost: LifeCost;
}

async function liveAndScore(file: string, models: LifeModels, options: SuiteOptions): Promise<LivedLife> {
  const life = readLife(file);
  const name = stem(file);
  const { asked, refused, calls, idleReads } = await live(
    life,
    models.modelFor(name, life),
    look,
    personOf(name, options),
  );
  options.progress(`${name}: ${life.sessions.length} sessions, ${life.questions.length} questions`);
  const items = asked.map((one) => scoreQuestion(life, name, one, refused));
  const turns = life.sessions.reduce((sum, session) => sum + session.turns.length, 0);
  return { items: withRecorded(life, name, items, options), cost: { turns, calls, idleReads } };
}

/** Adds what the truth about recorded statements tells, where there is one. */
function withRecorded(
  life: Life,
  name: string,
  items: LifeItem[],
  { recorded = RECORDED_DEFAULTS }: SuiteOptions,
): LifeItem[] {
  const truth = readTruth(recorded.folder, name);
  if (truth === null) return items;
  const scores = scoreRecorded(life, truth, items);
  return items.map((item, n) => ({ ...item, ...(scores[n] && { recorded: scores[n] }) }));
}

function resultOfLives(lived: LivedLife[], { extractor }: SuiteOptions): SuiteResult {
  const items = lived.flatMap((life) => life.items);
  const measures = recordedMeasures(items);
  const votes = extractor === "model" || extractor === "recorded";
  const costs = votes ? lived.map(({ cost }) => cost) : [];
  const result = resultOf(items, [...MEASURES, ...measures], {
    breakdowns: [
      ...breakdowns(items),
      ...(measures.length > 0 ? [staleTable(items)] : []),
      ...(votes ? [callTable(costs)] : []),
    ],
    clusterOf: (item) => item.life,
  });
  return { ...result, metrics: [...result.metrics, ...callFigures(costs)] };
}

async function look({ service, userId, question, turnIds }: Asking): Promise<AskedQuestion> {
  return { question, observed: await observe(service, userId, question.q, turnIds) };
}

const MEASURES: Measure<LifeItem>[] = [
  share("precision", "more", ({ scores: { beliefs } }) => [
    beliefs.right,
    beliefs.right + beliefs.wrong.length,
  ]),
  share("recall", "more", ({ scores: { beliefs } }) => [beliefs.believed, beliefs.true]),
  share("traps_believed", "less", ({ scores: { traps } }) => [traps.believed.length, traps.told]),
  share("update_errors", "less", ({ scores: { changes } }) => [changes.left.length, changes.changes]),
  share("wrongly_closed", "less", ({ scores: { beliefs } }) => [
    beliefs.missing.filter(({ where }) => where === "closed").length,
    beliefs.true,
  ]),
  share("forgotten_found", "less", ({ scores: { forgotten } }) => [
    forgotten.found.length,
    forgotten.forgotten,
  ]),
  share("recall_at_10", "more", ({ scores }) => mean(scores.recallAt10)),
  share("current_over_superseded", "more", ({ scores }) => mean(scores.currentFirst)),
  share("as_of_right", "more", ({ scores }) => mean(scores.asOfRight)),
  auc("weak_when_absent", ({ type, results }) => ({
    score: results[0]?.score ?? 0,
    positive: !NOTHING_TO_FIND.has(type),
  })),
];

/** Types of questions whose answer was never said, or was forgotten. */
const NOTHING_TO_FIND: ReadonlySet<string> = new Set(["abstain", "forgotten"]);

function mean(value: number | boolean | null): Tally {
  return value === null ? null : [Number(value), 1];
}

function breakdowns(items: LifeItem[]): Breakdown[] {
  return [
    counted("wrong beliefs, over all questions", items, ({ beliefs }) => beliefs.wrong.map(({ why }) => why)),
    counted("true facts not believed", items, ({ beliefs }) => beliefs.missing.map(({ where }) => where)),
    counted("changes left wrong", items, ({ changes }) => changes.left.map(({ why }) => why)),
    counted("forgotten facts found", items, ({ forgotten }) => forgotten.found.map(({ where }) => where)),
  ];
}

function counted(
  title: string,
  items: LifeItem[],
  labels: (scores: LifeItem["scores"]) => string[],
): Breakdown {
  const counts = new Map<string, number>();
  for (const { scores } of items)
    for (const label of labels(scores)) counts.set(label, (counts.get(label) ?? 0) + 1);
  const rows = [...counts].sort((a, b) => b[1] - a[1]).map(([what, count]) => ({ what, count }));
  return { title, rows };
}
