/**
 * The belief ladder. `staged` was heard but not checked; `verified` is believed; `superseded` was true until;
 * `corrected` never was; `retracted` the user took back; `disputed` waits for the user; `archived` is kept but
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

/** All that is or may be believed now: what recall and search look at by default. */
export const CURRENT_STATUSES: readonly Status[] = ["verified", "staged", "disputed"];

/** What an owner or the maintenance pass holds true. */
export const BELIEVED_STATUSES: readonly Status[] = ["verified", "disputed"];

/** What was ever held true of some time: what an as-of question looks at. */
export const HISTORICAL_STATUSES: readonly Status[] = ["verified", "staged", "disputed", "superseded"];
