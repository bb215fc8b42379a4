import type { Run } from "#client";
import { numberOf, wordsOf } from "../../ui/format.ts";
import { t } from "../../language/text.ts";

/** Decisions of the owner are listed as runs, so that each can be undone as one. */
const DECISIONS: Record<string, string> = {
  review: t("Your decision in review"),
  merge: t("Your merge"),
  overrule: t("A refusal you overruled"),
  edit: t("Your correction"),
};

/** `titles` are those of the jobs, by name. */
export const runTitle = (job: string, titles: ReadonlyMap<string, string>): string =>
  titles.get(job) ?? DECISIONS[job] ?? wordsOf(job);

const COUNTS: Record<string, string> = {
  episodes: t("messages"),
  facts: t("facts"),
  verified: t("verified"),
  rejected: t("rejected"),
  failed: t("failed"),
  entities: t("people and things"),
  deferred: t("postponed"),
};

/** A run's result, in one line; zeros are left out. */
export function countsOf(result: Record<string, number>): string {
  const told = Object.entries(result).filter(([, count]) => count !== 0);
  return told
    .map(([name, count]) => `${numberOf(Math.round(count))} ${COUNTS[name] ?? wordsOf(name)}`)
    .join(", ");
}

const STATES: Record<Run["state"], string> = {
  running: t("running"),
  done: t("done"),
  failed: t("failed"),
  aborted: t("stopped"),
};
export const stateOf = ({ state }: Pick<Run, "state">): string => STATES[state];

/** How long it took, to the second. */
export function lengthOf({ startedAt, finishedAt }: Run): string {
  if (finishedAt === null) return "";
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
  if (seconds < 60) return seconds < 1 ? t("under a second") : `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
