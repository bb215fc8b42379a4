import { rebuildCommunities } from "../maintenance/communities/communities.ts";
import { findInsights } from "../insights/find-insights.ts";
import { adjustConfidence } from "../maintenance/confidence/adjust.ts";
import { consolidate } from "../maintenance/consolidate/consolidate.ts";
import { reEmbed } from "../maintenance/embedding/re-embed.ts";
import { deduplicate } from "../maintenance/identity/deduplicate.ts";
import { inferRelations } from "../maintenance/infer/infer-relations.ts";
import { learn } from "../learning/learn.ts";
import type { Job, JobDescription } from "../maintenance/job.ts";
import { fade } from "../maintenance/transient/fade.ts";
import { prune } from "../maintenance/prune/prune.ts";
import { summarise } from "../maintenance/summaries/summarise.ts";
import { consolidateTypes } from "../maintenance/types/consolidate-types.ts";
import { writePortraits } from "../portraits/write-portraits.ts";
import { report } from "../reports/report-job.ts";
import { backup } from "./backup.ts";
import { verify } from "./verify.ts";

export type { JobDescription } from "../maintenance/job.ts";

const ALL = [
  verify,
  deduplicate,
  consolidateTypes,
  consolidate,
  inferRelations,
  findInsights,
  prune,
  learn,
  fade,
  adjustConfidence,
  rebuildCommunities,
  summarise,
  writePortraits,
  reEmbed,
  backup,
  report,
] as const;

type DepsOf<Of> = Of extends Job<infer Deps> ? (deps: Deps) => void : never;

/** The combined dependencies of all jobs. */
export type JobDeps = DepsOf<(typeof ALL)[number]> extends (deps: infer Deps) => void ? Deps : never;

/** All jobs that can be run by name, by hand or on a schedule. */
export const JOBS: readonly Job<JobDeps>[] = ALL;

export const JOB_DESCRIPTIONS = JOBS.map(({ schedule, run, ...told }): JobDescription => told);
