import { DAY_MS, MINUTE_MS, plusMs, type Instant } from "../../../src/domain/model/time.ts";
import { percentile, timed } from "../../support/figures.ts";
import { SELF_NAME } from "../../../src/domain/model/proposal.ts";
import { bareStatement } from "../recorded/normalise.ts";
import { askedTurns } from "../service/asked-turns.ts";
import { openService, type EvalService } from "../service/open.ts";
import { liveThrough, runJob } from "../service/passes.ts";
import { scriptedModel } from "../service/scripted-model.ts";
import { seededRandom } from "../stats/random.ts";
import type { Measured } from "../stats/measured.ts";
import type { Breakdown, Suite, SimulationOptions } from "../suite.ts";
import { scoreGraph, TRUE_TYPES, type GraphScore } from "./score.ts";
import { voterOf } from "./voter.ts";
import { World, type SimulatedTurn, type Statement } from "./world.ts";

const USER_ID = "person";
const START: Instant = "2020-01-01T00:00:00.000Z";
/** After the last words of a day, the idle pass begins. */
const SILENCE_MS = 31 * MINUTE_MS;
const DAYS_PER_YEAR = 365;
const MISTAKES = { invented: 0.1, misspelt: 0.03 };
/** A model that errs on one statement in twenty in each pass, and on one in two hundred in all of them alike. */
const NOISE = { independent: 0.05, correlated: 0.005 };
/** Every how many days a job runs: as they are scheduled by default. */
const EVERY_DAYS: Record<string, number> = {
  "adjust-confidence": 1,
  summarise: 1,
  learn: 1,
  fade: 1,
  deduplicate: 7,
  consolidate: 7,
  "consolidate-types": 7,
  communities: 7,
  "find-insights": 7,
  prune: 30,
};
const USUAL: SimulationOptions = { years: 3, turnsPerDay: 20, seed: 1, onEveryDays: 1 };
/** What is believed is noted this often, to see whether it stays. */
const NOTE_EVERY_DAYS = 30;
const QUESTIONS = 200;
/** Results a question is answered from. */
const SHOWN = 10;
const ASKS: Record<string, (who: string) => string> = {
  LIVES_IN: (who) => `Where does ${who} live?`,
  WORKS_AT: (who) => `Where does ${who} work?`,
  WORKS_AS: (who) => `What does ${who} work as?`,
  HAS_PET: (who) => `What pet does ${who} have?`,
  HOBBY: (who) => `What is ${who}'s hobby?`,
};

interface YearItem {
  id: string;
  year: number;
  turns: number;
  facts: number;
  right: number;
  known: number;
  told: number;
  lost: string[];
  /** Believed statements that are so, and of them those that a question about them does not find. */
  asked: number;
  notFound: string[];
  entities: number;
  duplicates: string[];
  orphans: number;
  types: number;
  wrong: string[];
  missing: string[];
  p50: number;
  p95: number;
  /** p95 of the same questions, asked in turns of the memory as it was at the end of the first year. */
  firstYearP95: number;
  seconds: number;
}

/**
 * Years of a synthetic life through the real service, day by day: said, extracted, verified, tidied by every scheduled
 * job, with a model whose faults are seeded. At the end of each year the graph is held against what is so.
 */
export const simulate: Suite = {
  about: "years of a synthetic life with every maintenance job, the graph held against the truth",
  extracts: false,
  needsNoData: true,
  async run({ simulation = USUAL, progress }) {
    const years = await liveYears(simulation, progress);
    return { items: years, metrics: metricsOf(years), languages: new Map(), breakdowns: [tableOf(years)] };
  },
};

async function liveYears(options: SimulationOptions, progress: (line: string) => void): Promise<YearItem[]> {
  const world = new World(seededRandom(options.seed), MISTAKES);
  const turns = new Map<Instant, SimulatedTurn>();
  const statements = new Map<string, Statement>();
  const model = scriptedModel({
    reply: () => "",
    extract: (request) => ({ turns: askedTurns(request).map((at, n) => extracted(turns.get(at), n)) }),
    vote: voterOf(world, turns, statements, NOISE),
  });
  const service = await openService(model, START);
  const years: YearItem[] = [];
  let firstYear: EvalService | null = null;
  /** Statements that were believed at some time and have been so ever since. */
  const kept = new Set<string>();
  try {
    for (let year = 1; year <= options.years; year++) {
      const started = performance.now();
      for (let day = (year - 1) * DAYS_PER_YEAR; day < year * DAYS_PER_YEAR; day++) {
        for (const turn of world.day(START, day, options.turnsPerDay)) {
          turns.set(turn.at, turn);
          for (const one of turn.statements) statements.set(bareStatement(one.text), one);
        }
        await sayDay(service, turns, day);
        if (day % options.onEveryDays === 0) {
          await runJob(service, USER_ID, "verify");
          await runJobs(service, day, options.onEveryDays);
          turns.clear();
        }
        if (day % NOTE_EVERY_DAYS === 0) await note(service, world, kept);
      }
      firstYear ??= await service.copied();
      const item = await yearOf({ service, firstYear }, world, kept, year, options, started);
      years.push(item);
      const { right, facts, known, told, entities } = item;
      progress(
        `year ${year}: ${right} of ${facts} believed are so, ${known} of ${told} known, ${entities} entities, search p95 ${item.p95.toFixed(1)} ms, ${item.seconds} s`,
      );
    }
    return years;
  } finally {
    await firstYear?.close();
    await service.close();
  }
}

function extracted(turn: SimulatedTurn | undefined, n: number): object {
  if (turn === undefined) throw new Error("nothing was said then");
  const facts = turn.statements.map(({ isTrue: _isTrue, ...statement }) => ({
    ...statement,
    confidence: 0.7,
  }));
  return {
    turn: n + 1,
    summary: null,
    importance: turn.importance,
    entities: turn.entities,
    facts,
    requests: [],
  };
}

/** A conversation a day. */
async function sayDay(
  service: EvalService,
  turns: ReadonlyMap<Instant, SimulatedTurn>,
  day: number,
): Promise<void> {
  const { engine, clock } = service;
  const conversationId = engine.newId();
  const today = [...turns.values()].filter(({ at }) => at >= plusMs(START, day * DAY_MS));
  for (const { at, text } of today) {
    clock.driveTo(at);
    await engine.store.forUser(USER_ID).openEpisode({
      id: engine.newId(),
      conversationId,
      createConversation: true,
      userMessage: text,
      source: "chat",
      state: "complete",
      memory: "on",
      mode: "chat",
      occurredAt: at,
      recordedAt: at,
      extract: true,
    });
  }
  await engine.stored(USER_ID, { conversationId });
  await liveThrough(service, USER_ID);
  clock.driveTo(plusMs(clock.now(), SILENCE_MS));
}

/** A job whose time passed while the machine was off runs once. */
async function runJobs(service: EvalService, day: number, onEveryDays: number): Promise<void> {
  service.clock.driveTo(plusMs(START, (day + 1) * DAY_MS - 1));
  const before = day - onEveryDays;
  for (const [job, every] of Object.entries(EVERY_DAYS)) {
    if (Math.floor(day / every) > Math.floor(before / every)) await runJob(service, USER_ID, job);
  }
}

async function note({ engine, clock }: EvalService, world: World, kept: Set<string>): Promise<GraphScore> {
  const score = await scoreGraph(engine.store.forUser(USER_ID), world, clock.now());
  const wrong = new Set(score.wrong);
  for (const key of score.held) if (!wrong.has(key)) kept.add(key);
  const isSo = new Set([...score.held, ...score.missing]);
  for (const key of kept) if (!isSo.has(key)) kept.delete(key);
  return score;
}

async function yearOf(
  { service, firstYear }: { service: EvalService; firstYear: EvalService },
  world: World,
  kept: Set<string>,
  year: number,
  { turnsPerDay }: SimulationOptions,
  started: number,
): Promise<YearItem> {
  const score = await note(service, world, kept);
  const lost = [...kept].filter((key) => !score.held.has(key));
  const asked = [...score.held].filter((key) => !score.wrong.includes(key));
  const [times, before] = await searchTimes([service, firstYear], world);
  return {
    id: `year ${year}`,
    year,
    turns: year * DAYS_PER_YEAR * turnsPerDay,
    facts: score.believed,
    right: score.right,
    known: score.known,
    told: score.told,
    lost,
    asked: asked.length,
    notFound: await unfound(service, asked, score),
    entities: score.entities,
    duplicates: score.duplicates,
    orphans: score.orphans,
    types: score.types,
    wrong: score.wrong,
    missing: score.missing,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    firstYearP95: percentile(before, 0.95),
    seconds: Math.round((performance.now() - started) / 1000),
  };
}

/** Statements that are not among the first results of a question about them. */
async function unfound({ engine }: EvalService, asked: string[], { keys }: GraphScore): Promise<string[]> {
  const missed: string[] = [];
  for (const key of asked) {
    const [subject = "", relation = "", value = ""] = key.split("|");
    const asks = ASKS[relation]?.(subject) ?? `Who is ${value}?`;
    const query = asks.replace(`does ${SELF_NAME}`, "do I");
    const results = await engine.search(USER_ID, { query, limit: SHOWN });
    if (!results.some(({ id }) => keys.get(id) === key)) missed.push(key);
  }
  return missed;
}

/** Milliseconds of searches about friends, of two memories in turns: what else the machine does slows both. */
async function searchTimes(
  services: [EvalService, EvalService],
  world: World,
): Promise<[number[], number[]]> {
  const friends = [...new Set(world.spellings.values())];
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < QUESTIONS; n++) {
    const query = `Where does ${friends[n % friends.length]} live now?`;
    for (const [i, { engine }] of services.entries()) {
      times[i]?.push(await timed(() => engine.search(USER_ID, { query, limit: 20 })));
    }
  }
  return times;
}

function metricsOf(years: YearItem[]): Measured[] {
  const last = years.at(-1);
  if (!last) return [];
  const share = (name: string, better: "more" | "less", hits: number, of: number): Measured => ({
    name,
    better,
    value: hits / Math.max(1, of),
    hits,
    of,
    interval: null,
  });
  const ratio = (name: string, value: number): Measured => ({
    ...share(name, "less", 0, 1),
    value,
    hits: null,
  });
  return [
    share("active_facts_true", "more", last.right, last.facts),
    share("true_facts_lost", "less", last.lost.length, last.known + last.lost.length),
    share("asked_found", "more", last.asked - last.notFound.length, last.asked),
    share("true_facts_known", "more", last.known, last.told),
    share("duplicates", "less", last.duplicates.length, last.entities),
    share("orphans", "less", last.orphans, last.entities),
    ratio("types_to_true", last.types / TRUE_TYPES),
    ratio("search_p95_to_first_year", last.p95 / last.firstYearP95),
  ];
}

function tableOf(years: YearItem[]): Breakdown {
  return {
    title: "at the end of each year",
    rows: years.map((year) => ({
      year: year.year,
      turns: year.turns,
      believed: year.facts,
      right: year.right,
      known: `${year.known} of ${year.told}`,
      lost: year.lost.length,
      found: `${year.asked - year.notFound.length} of ${year.asked}`,
      entities: year.entities,
      duplicates: year.duplicates.length,
      orphans: year.orphans,
      types: year.types,
      p50_ms: year.p50.toFixed(1),
      p95_ms: year.p95.toFixed(1),
      first_year_p95_ms: year.firstYearP95.toFixed(1),
      seconds: year.seconds,
    })),
  };
}
