import { hash } from "node:crypto";
import { join } from "node:path";
import { plusMs, type Instant } from "../../../src/domain/model/time.ts";
import type { Feedback } from "../../../src/domain/model/feedback.ts";
import type { Fact } from "../../../src/domain/model/fact.ts";
import type { SearchResult } from "../../../src/services/retrieval/types.ts";
import { dataFiles, readLines, stem } from "../files.ts";
import { castOf } from "../lives/entities.ts";
import type { Life, LifeQuestion } from "../lives/format.ts";
import { live, type Asking } from "../lives/live.ts";
import { says } from "../lives/match.ts";
import { lifeModels, tellUnanswered } from "../lives/model.ts";
import { heldFacts } from "../lives/observe.ts";
import { readLife } from "../lives/read.ts";
import { truthAt } from "../lives/truth.ts";
import { personOf } from "../recorded/person.ts";
import type { EvalService } from "../service/open.ts";
import { runJob } from "../service/passes.ts";
import { mapSideBySide } from "../side-by-side.ts";
import { share, type Measure } from "../stats/measure.ts";
import { resultOf, type Suite } from "../suite.ts";

interface Reworded {
  life: string;
  id: string;
  q: string;
}

/** What is asked, and which results the user wants. */
interface Query {
  text: string;
  wanted: (results: readonly SearchResult[]) => Promise<ReadonlySet<string>> | ReadonlySet<string>;
}

/**
 * `answers`: the user wants what answers the question. The others want, whatever is asked about, the newest statement, their own
 * words, or the statement told most often.
 */
const PREFERENCES = {
  newest: (results) => bestBy(factsIn(results), lastSaid),
  own_words: (results) => results.filter(({ kind }) => kind === "episode").slice(0, 1),
  most_told: (results) => bestBy(factsIn(results), (fact) => fact.evidence.length),
} satisfies Record<string, (results: readonly SearchResult[]) => SearchResult[]>;

/** `shipped`: without feedback; `use`: feedback alone; `learned`: with the ranking learned from it. */
type Mode = "shipped" | "use" | "learned";

interface AdaptiveItem {
  id: string;
  life: string;
  /** `same`: asked again, where there are other words in those; `unseen`: questions that gave no feedback. */
  group: string;
  mode: Mode;
  /** 1 / rank of the first wanted result. */
  reciprocal: number;
  first: number;
  /** Ratings given before. */
  credits: number;
}

const DATA = join(import.meta.dirname, "..", "data");
const AT_ONCE = 2;
const RESULTS_MAX = 30;
const THINGS_MAX = 60;
const FACTS_MAX = 200;
/** Of the queries of one preference, one in this many gives no feedback and is asked afterwards. */
const LEFT_OUT = 3;
/** Ratings of one user; who runs out of questions asks them again. */
const CREDITS_MAX = 200;
const ROUNDS_MAX = 2;
const ABSENT: ReadonlySet<string> = new Set(["abstain", "forgotten"]);

/** What feedback on half of the questions does to the others, and to the same ones asked in other words. */
export const adaptive: Suite = {
  about:
    "lives: whether search gets better with feedback, for what answers and for users of known preferences",
  extracts: true,
  async run(options) {
    const models = lifeModels(options);
    const reworded = readLines<Reworded>(join(DATA, "reworded.jsonl"));
    const files = dataFiles(options.data, /\.json$/, "lives");
    const items = await mapSideBySide(files, AT_ONCE, async (file) => {
      const name = stem(file);
      const life = readLife(file);
      const other = new Map(reworded.flatMap((one) => (one.life === name ? [[one.id, one.q] as const] : [])));
      const { asked } = await live(
        atTheEnd(life),
        models.modelFor(name, life),
        (asking) => look(life, name, asking, other),
        personOf(name, options),
      );
      options.progress(`${name}: ${asked.flat().length} results`);
      return asked.flat();
    });
    tellUnanswered(models, options);
    return resultOf(items.flat(), MEASURES, { clusterOf: (item) => item.life });
  },
};

/** Asked once, when all is told. */
function atTheEnd(life: Life): Life {
  const times = [...life.questions, ...life.sessions].map(({ at }) => Date.parse(at));
  const at = new Date(Math.max(...times) + 86_400_000).toISOString();
  return { ...life, questions: [{ id: "end", at, type: "single", q: "", answer: "", facts: [] }] };
}

async function look(
  life: Life,
  name: string,
  asking: Asking,
  other: ReadonlyMap<string, string>,
): Promise<AdaptiveItem[]> {
  const asked = life.questions.filter(({ type, facts }) => facts.length > 0 && !ABSENT.has(type));
  const own = asked.map((question) => answering(life, asking, question, question.q));
  const again = asked.map((question) =>
    answering(life, asking, question, other.get(question.id) ?? question.q),
  );
  const [seen, unseen] = [own.filter((_, n) => n % 2 === 0), own.filter((_, n) => n % 2 === 1)];
  const same = again.filter((_, n) => n % 2 === 0);
  const items = await trial(asking, name, seen, { "answers.same": same, "answers.unseen": unseen });
  const texts = await topicsIn(asking, [...own, ...again]);
  for (const [preference, choose] of Object.entries(PREFERENCES)) {
    const queries = texts.map((text): Query => ({
      text,
      wanted: (results) => new Set(choose(results).map(({ id }) => id)),
    }));
    const credited = queries.filter((_, n) => n % LEFT_OUT > 0);
    const rounds = Array.from({ length: ROUNDS_MAX }, () => credited).flat();
    const left = queries.filter((_, n) => n % LEFT_OUT === 0);
    items.push(...(await trial(asking, name, rounds, { [preference]: left })));
  }
  return items;
}

function answering(life: Life, asking: Asking, question: LifeQuestion, text: string): Query {
  const { service, userId, turnIds } = asking;
  const truth = truthAt(life, question.at);
  const gold = question.facts.flatMap((id) => truth.byId.get(id) ?? []);
  const cast = castOf(life);
  return {
    text,
    async wanted(results) {
      const facts = factsIn(results);
      const held = await heldFacts(
        service.engine.store.forUser(userId),
        facts.map(({ item }) => item as Fact),
        turnIds,
      );
      const ids = facts.flatMap(({ id }, n) => {
        const one = held[n];
        return one !== undefined && gold.some((fact) => says(cast, one, fact)) ? [id] : [];
      });
      const turns = new Set(gold.flatMap((fact) => fact.turns));
      const told = results.filter(({ kind, id }) => kind === "episode" && turns.has(turnIds.get(id) ?? ""));
      return new Set([...ids, ...told.map(({ id }) => id)]);
    },
  };
}

/** Gives feedback on the credited questions, in a copy of the memory, and asks the others in each mode. */
async function trial(
  { service, userId }: Asking,
  life: string,
  credited: readonly Query[],
  groups: Record<string, readonly Query[]>,
): Promise<AdaptiveItem[]> {
  const copy = await service.copied();
  try {
    const items = [...(await askAll(copy, userId, life, groups, "shipped"))];
    const credits = await giveFeedback(copy, userId, credited);
    items.push(...(await askAll(copy, userId, life, groups, "use", credits)));
    await runJob(copy, userId, "learn");
    items.push(...(await askAll(copy, userId, life, groups, "learned", credits)));
    return items;
  } finally {
    await copy.close();
  }
}

/** Number of ratings given. */
async function giveFeedback(
  service: EvalService,
  userId: string,
  queries: readonly Query[],
): Promise<number> {
  const user = service.engine.store.forUser(userId);
  let credits = 0;
  const start = service.clock.now();
  for (const [n, { text, wanted }] of queries.entries()) {
    if (credits === CREDITS_MAX) break;
    const at: Instant = plusMs(start, n * 1000);
    const episodeId = `credited-${n}`;
    await user.openEpisode({
      id: episodeId,
      conversationId: "credited",
      createConversation: true,
      userMessage: text,
      source: "chat",
      state: "complete",
      memory: "read",
      mode: "chat",
      occurredAt: at,
      recordedAt: at,
      extract: false,
    });
    const results = await service.engine.search(userId, { query: text, limit: RESULTS_MAX });
    const [first] = await firstWanted(results, wanted);
    if (first === undefined) continue;
    const rated: Feedback = { targetId: first, helpful: true, at, basis: "rated", episodeId };
    await user.recordFeedback([rated]);
    credits += 1;
  }
  return credits;
}

async function firstWanted(results: readonly SearchResult[], wanted: Query["wanted"]): Promise<string[]> {
  const ids = await wanted(results);
  return results.flatMap(({ id }) => (ids.has(id) ? [id] : []));
}

async function askAll(
  service: EvalService,
  userId: string,
  life: string,
  groups: Record<string, readonly Query[]>,
  mode: Mode,
  credits = 0,
): Promise<AdaptiveItem[]> {
  const items: AdaptiveItem[] = [];
  for (const [group, queries] of Object.entries(groups))
    for (const [n, { text, wanted }] of queries.entries()) {
      const results = await service.engine.search(userId, { query: text, limit: RESULTS_MAX });
      const ids = await wanted(results);
      const at = results.findIndex(({ id }) => ids.has(id));
      items.push({
        id: `${life}.${group}.${n}.${mode}`,
        life,
        group,
        mode,
        reciprocal: at < 0 ? 0 : 1 / (at + 1),
        first: Number(at === 0),
        credits,
      });
    }
  return items;
}

/** What a user may ask about: each thing, what is known of each, and the questions of the life. In a fixed, mixed order. */
async function topicsIn({ service, userId }: Asking, questions: readonly Query[]): Promise<string[]> {
  const user = service.engine.store.forUser(userId);
  const things = (await user.entityPage({ limit: THINGS_MAX })).items.filter(
    ({ status }) => status !== "archived",
  );
  const names = new Map(things.map(({ id, name, isSelf }) => [id, isSelf ? "I" : name]));
  const { items: facts } = await user.factPage({ limit: FACTS_MAX });
  const known = facts.flatMap(({ subjectId, predicate }) => {
    const name = names.get(subjectId);
    return name === undefined ? [] : [`${name} ${predicate.toLowerCase().replaceAll("_", " ")}`];
  });
  const texts = [...things.flatMap(({ name, isSelf }) => (isSelf ? [] : [name])), ...known];
  const all = [...new Set([...texts, ...questions.map(({ text }) => text)])];
  return all.toSorted((a, b) => sha256(a).localeCompare(sha256(b)));
}

function sha256(text: string): string {
  return hash("sha256", text);
}

function factsIn(results: readonly SearchResult[]): SearchResult[] {
  return results.filter(({ kind }) => kind === "fact");
}

function bestBy(results: SearchResult[], value: (fact: Fact) => number): SearchResult[] {
  return results.toSorted((a, b) => value(b.item as Fact) - value(a.item as Fact)).slice(0, 1);
}

function lastSaid({ evidence, createdAt }: Fact): number {
  return Date.parse(
    evidence
      .map(({ occurredAt }) => occurredAt)
      .sort()
      .at(-1) ?? createdAt,
  );
}

const MODES: Mode[] = ["shipped", "use", "learned"];
const MEASURES: Measure<AdaptiveItem>[] = [
  "answers.same",
  "answers.unseen",
  ...Object.keys(PREFERENCES),
].flatMap((group) => [
  measure(`${group}.credits`, group, "learned", ({ credits }) => credits),
  ...MODES.flatMap((mode) => [
    measure(`${group}.${mode}.rr`, group, mode, ({ reciprocal }) => reciprocal),
    measure(`${group}.${mode}.first`, group, mode, ({ first }) => first),
  ]),
]);

function measure(
  name: string,
  group: string,
  mode: Mode,
  value: (item: AdaptiveItem) => number,
): Measure<AdaptiveItem> {
  return share(name, "more", (item) =>
    item.group === group && item.mode === mode ? [value(item), 1] : null,
  );
}
