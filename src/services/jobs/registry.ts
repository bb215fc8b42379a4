import type { UserStore } from "../../ports/memory-store.ts";
import { rebuildCommunities, type CommunitiesDeps } from "../maintenance/communities/communities.ts";
import { adjustConfidence, type AdjustDeps } from "../maintenance/confidence/adjust.ts";
import { consolidate, type ConsolidateDeps } from "../maintenance/consolidate/consolidate.ts";
import { reEmbed, type ReEmbedDeps } from "../maintenance/embedding/re-embed.ts";
import { deduplicate, type DeduplicateDeps } from "../maintenance/identity/deduplicate.ts";
import { inferRelations, type InferDeps } from "../maintenance/infer/infer-relations.ts";
import { prune, type PruneDeps } from "../maintenance/prune/prune.ts";
import type { RunContext } from "../maintenance/runs.ts";
import { summarise, type SummariseDeps } from "../maintenance/summaries/summarise.ts";
import { consolidateTypes, type ConsolidateTypesDeps } from "../maintenance/types/consolidate-types.ts";
import { report, type ReportDeps } from "../reports/report-job.ts";
import { backup, type BackupDeps } from "./backup.ts";
import { verify, type VerifyDeps } from "./verify.ts";

/** What a person reads before they run a job. */
export interface JobDescription {
  name: string;
  title: string;
  does: string;
  /** It asks the language model; without one it does less. */
  asksModel: boolean;
  /** It changes what is remembered; undoing its run takes that back. */
  changesMemory: boolean;
  /** It merges or takes away: it only tells what it would do, unless it is asked to do it. */
  dryRun: boolean;
}

type Flag = "asksModel" | "changesMemory" | "dryRun";

/** A flag that is not named is false. */
interface Job extends Omit<JobDescription, Flag>, Partial<Record<Flag, true>> {
  /**
   * Its fixed times, as a cron expression; empty: none. At night, one after another; what goes through all of memory weekly
   * or monthly. `MAINTENANCE_SCHEDULE` and `BACKUP_SCHEDULE` give `verify` and `backup` theirs.
   */
  schedule: string;
  /** For one user; returns counts. */
  run(deps: JobDeps, user: UserStore, context: RunContext): Promise<Record<string, number>>;
}

export interface JobDeps
  extends
    VerifyDeps,
    DeduplicateDeps,
    ConsolidateTypesDeps,
    ConsolidateDeps,
    InferDeps,
    PruneDeps,
    AdjustDeps,
    CommunitiesDeps,
    SummariseDeps,
    ReEmbedDeps,
    BackupDeps,
    ReportDeps {}

/** Every job that can be run by name, by hand or at fixed times. */
export const JOBS = [
  {
    name: "verify",
    title: "Verify new facts",
    does: "Checks new facts against your words and what is known, and decides what to believe. Looks for duplicates afterwards.",
    asksModel: true,
    changesMemory: true,
    schedule: "",
    run: verify,
  },
  {
    name: "deduplicate",
    title: "Find duplicates",
    does: "Finds people and things that may be the same. Merges the clear cases and asks you about the others.",
    asksModel: true,
    changesMemory: true,
    dryRun: true,
    schedule: "0 2 * * 0",
    run: deduplicate,
  },
  {
    name: "consolidate-types",
    title: "Merge duplicate categories",
    does: "Gives kinds and relations that mean the same one name.",
    asksModel: true,
    changesMemory: true,
    dryRun: true,
    schedule: "20 2 * * 0",
    run: consolidateTypes,
  },
  {
    name: "consolidate",
    title: "Summarise old messages",
    does: "Summarises old messages of little weight. Recall uses the summary; the messages stay.",
    asksModel: true,
    changesMemory: true,
    dryRun: true,
    schedule: "40 2 * * 0",
    run: consolidate,
  },
  {
    name: "infer-relations",
    title: "Suggest inferences",
    does: "Suggests facts that follow from known ones; you decide in Review.",
    changesMemory: true,
    schedule: "",
    run: inferRelations,
  },
  {
    name: "prune",
    title: "Archive stale facts",
    does: "Archives facts that have faded, after copying them into the backup folder.",
    changesMemory: true,
    dryRun: true,
    schedule: "0 3 1 * *",
    run: prune,
  },
  {
    name: "adjust-confidence",
    title: "Recalculate certainty",
    does: "Recalculates how certain each fact is, from its evidence, its age and doubts about it.",
    changesMemory: true,
    schedule: "0 4 * * *",
    run: adjustConfidence,
  },
  {
    name: "communities",
    title: "Find topics",
    does: "Finds topics: things that are known and talked of together.",
    asksModel: true,
    changesMemory: true,
    schedule: "40 4 * * 0",
    run: rebuildCommunities,
  },
  {
    name: "summarise",
    title: "Describe people and things",
    does: "Sums up what is believed about each person and thing.",
    asksModel: true,
    changesMemory: true,
    schedule: "20 4 * * *",
    run: summarise,
  },
  {
    name: "re-embed",
    title: "Make search vectors",
    does: "Makes search vectors that are missing or of another model.",
    schedule: "",
    run: (deps, _user, context) => reEmbed(deps, context),
  },
  {
    name: "backup",
    title: "Back up",
    does: "Writes your whole memory into the backup folder of the service.",
    schedule: "",
    run: backup,
  },
  {
    name: "report",
    title: "Daily report",
    does: "Makes the daily report of the last seven days that have none, and of today so far.",
    schedule: "0 6 * * *",
    run: report,
  },
] as const satisfies readonly Job[];

export const JOB_DESCRIPTIONS = JOBS.map(({ schedule, run, ...told }): JobDescription => ({
  asksModel: false,
  changesMemory: false,
  dryRun: false,
  ...told,
}));
