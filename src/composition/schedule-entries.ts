import type { Config } from "./config.ts";
import type { ScheduleEntry } from "../ports/ticker.ts";

export function scheduleTimeZone(config: Config): string {
  return config.SCHEDULE_TIME_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Jobs with the times the environment names for them; those with none are left out. */
export function scheduleEntries(config: Config): ScheduleEntry[] {
  const expressions: Record<string, string> = {
    verify: config.MAINTENANCE_SCHEDULE,
    deduplicate: config.DEDUPLICATION_SCHEDULE,
    "consolidate-types": config.TYPE_CONSOLIDATION_SCHEDULE,
    consolidate: config.CONSOLIDATION_SCHEDULE,
    prune: config.PRUNING_SCHEDULE,
    "adjust-confidence": config.CONFIDENCE_ADJUSTMENT_SCHEDULE,
    summarise: config.SUMMARY_SCHEDULE,
    communities: config.COMMUNITY_SCHEDULE,
    "infer-relations": config.RELATION_INFERENCE_SCHEDULE,
    "re-embed": config.RE_EMBEDDING_SCHEDULE,
    backup: config.BACKUP_SCHEDULE,
    report: config.DAILY_REPORT_ENABLED ? config.REPORT_SCHEDULE : "",
  };
  const timeZone = scheduleTimeZone(config);
  return Object.entries(expressions)
    .map(([job, expression]) => ({ job, expression: expression.trim(), timeZone }))
    .filter(({ expression }) => expression !== "");
}
