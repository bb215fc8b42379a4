/**
 * The belief ladder. `staged`: extracted but not checked; `verified`: believed; `superseded`: true until some time;
 * `corrected`: never true; `retracted`: taken back by the user; `disputed`: waiting for the user; `archived`: kept but
 * not recalled.
 */
export const STATUSES = [
  "staged",
  "verified",
  "disputed",
  "superseded",
  "corrected",
  "retracted",
  "archived",
] as const;
export type Status = (typeof STATUSES)[number];

/** Everything that is or may be believed now: the default scope of recall and search. */
export const CURRENT_STATUSES: readonly Status[] = ["verified", "staged", "disputed"];

/** Held true by an owner or the maintenance pass. */
export const BELIEVED_STATUSES: readonly Status[] = ["verified", "disputed"];

/** Ever held true of some time: the scope of an as-of question. */
export const HISTORICAL_STATUSES: readonly Status[] = ["verified", "staged", "disputed", "superseded"];
