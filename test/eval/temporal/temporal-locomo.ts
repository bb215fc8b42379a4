import { DAY_MS, toMs } from "../../../src/domain/model/time.ts";
import { parseTimes } from "../../../src/services/time/index.ts";
import { dataFiles, readLines } from "../files.ts";
import { sessionTime } from "../retrieval/locomo.ts";
import { share, type Measure } from "../stats/measure.ts";
import { resultOf, type Suite } from "../suite.ts";

interface DatedEvidence {
  id: string;
  /** Local days, both included. */
  gold_start: string;
  gold_end: string;
  evidence: { session_time: string; text: string }[];
  relative_expressions: string[];
  /** Whether the answer can be read off this one turn. */
  single: boolean;
}

/** Milliseconds, half-open. */
interface Days {
  from: number;
  to: number;
}

interface TemporalItem {
  id: string;
  text: string;
  gold: Days;
  found: Days[];
  hit: boolean;
  soft: boolean;
  relative: boolean;
}

/** When something happened, read off the turn that tells it. The best of the times found counts. */
export const temporalLocomo: Suite = {
  about:
    "LoCoMo: when something happened, read off the turn that tells it (overlap over union at least one half)",
  extracts: false,
  async run({ data }) {
    const lines = dataFiles(data, /^temporal_locomo.*\.jsonl$/).flatMap((file) =>
      readLines<DatedEvidence>(file),
    );
    return resultOf(lines.filter(({ single }) => single).map(read), MEASURES);
  },
};

function read({ id, gold_start, gold_end, evidence, relative_expressions }: DatedEvidence): TemporalItem {
  const gold = { from: toMs(`${gold_start}T00:00:00Z`), to: toMs(`${gold_end}T00:00:00Z`) + DAY_MS };
  const found = evidence.flatMap(({ text, session_time }) => timesIn(text, sessionTime(session_time)));
  return {
    id,
    text: evidence.map(({ text }) => text).join("\n"),
    gold,
    found,
    hit: found.some((days) => overlapOverUnion(days, gold) >= HIT_MIN),
    soft: found.some((days) => isNear(days, gold)),
    relative: relative_expressions.length > 0,
  };
}

/** Without a time of its own, a statement tells of the day on which it is made. */
function timesIn(text: string, reference: string): Days[] {
  const mentioned = parseTimes(text, { reference, timeZone: "UTC" });
  if (mentioned.length > 0) return mentioned.map(({ from, to }) => wholeDays(toMs(from), toMs(to)));
  return [wholeDays(toMs(reference), toMs(reference) + 1)];
}

function wholeDays(from: number, to: number): Days {
  return { from: Math.floor(from / DAY_MS) * DAY_MS, to: Math.ceil(to / DAY_MS) * DAY_MS };
}

const HIT_MIN = 0.5;
const SOFT_DAYS = 3;

function overlapOverUnion(a: Days, b: Days): number {
  const shared = Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));
  return shared / (a.to - a.from + (b.to - b.from) - shared);
}

function isNear(a: Days, b: Days): boolean {
  return (a.from < b.to && b.from < a.to) || Math.abs(a.from - b.from) <= SOFT_DAYS * DAY_MS;
}

const MEASURES: Measure<TemporalItem>[] = [
  share("hit", "more", ({ hit }) => [Number(hit), 1]),
  share("soft", "more", ({ soft }) => [Number(soft), 1]),
  share("hit_relative", "more", ({ hit, relative }) => (relative ? [Number(hit), 1] : null)),
];
