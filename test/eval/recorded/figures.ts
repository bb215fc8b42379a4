import { share, type Measure } from "../stats/measure.ts";
import type { Breakdown } from "../suite.ts";
import type { RecordedScore } from "./score.ts";
import type { Hits, ToldScore } from "./score-told.ts";

/** An item that may have been scored by the truth about recorded statements. */
export interface WithRecorded {
  recorded?: RecordedScore;
}

/** With fewer of the beliefs among the recorded statements, figures would tell of exceptions only. */
const MAPPED_SHARE_MIN = 0.5;

/** The figures of recorded statements; none when what is believed are other statements. */
export function recordedMeasures<I extends WithRecorded>(items: readonly I[]): Measure<I>[] {
  const { value } = MAPPED.of(items);
  return value >= MAPPED_SHARE_MIN ? MEASURES : [];
}

const MAPPED = share<WithRecorded>("mapped", "more", ({ recorded }) =>
  recorded === undefined ? null : [recorded.mapped, recorded.facts],
);

const MEASURES: Measure<WithRecorded>[] = [
  ofBelieved("right", "more", ({ believed }) => believed.right),
  ofBelieved("stale", "less", ({ believed }) => believed.stale.length),
  ofBelieved("wrong", "less", ({ believed }) => believed.wrong.length),
  ofBelieved("duplicate", "less", ({ believed }) => believed.duplicate.length),
  ofBelieved("trivial", "less", ({ believed }) => believed.trivial),
  ofTold("core_recall", "more", ({ core }) => core),
  ofTold("over_still_believed", "less", ({ over }) => over),
  ofTold("forgotten_left", "less", ({ forgotten }) => forgotten),
  ofTold("bad_believed", "less", ({ bad }) => bad),
  ofTold("closed_wrongly", "less", ({ open }) => open),
  MAPPED,
];

function ofBelieved(
  name: string,
  better: "more" | "less",
  count: (score: RecordedScore) => number,
): Measure<WithRecorded> {
  return share(name, better, ({ recorded }) => (recorded ? [count(recorded), recorded.mapped] : null));
}

function ofTold(
  name: string,
  better: "more" | "less",
  hitsOf: (told: ToldScore) => Hits,
): Measure<WithRecorded> {
  return share(name, better, ({ recorded }) => {
    if (!recorded) return null;
    const { hit, of } = hitsOf(recorded.told);
    return [hit.length, of];
  });
}

/** How what is stale came to its end. */
export function staleTable(items: readonly WithRecorded[]): Breakdown {
  const counts = new Map<string, number>();
  for (const { how } of items.flatMap(({ recorded }) => recorded?.believed.stale ?? []))
    counts.set(how, (counts.get(how) ?? 0) + 1);
  const rows = [...counts].sort((a, b) => b[1] - a[1]).map(([what, count]) => ({ what, count }));
  return { title: "stale recorded statements, by how they ended", rows };
}
