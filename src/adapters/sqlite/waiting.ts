import { SUSPICIOUS } from "../../domain/belief/suspicion.ts";

/** Conditions on turns that wait for extraction or verification, or failed in it. */

/** Must repeat the condition of the partial indexes on waiting turns verbatim: otherwise SQLite does not use them. */
const MAY_WAIT_FOR_EXTRACTION = "extraction_state IN ('pending', 'failed')";
export const MAY_WAIT_FOR_VERIFICATION = "verification_state IN ('pending', 'deferred', 'failed')";

/** An episode ready for extraction: complete, on the record, not replaced. */
const MAY_BE_EXTRACTED = `${MAY_WAIT_FOR_EXTRACTION}
  AND state IN ('complete', 'interrupted') AND memory = 'on' AND replaced_by IS NULL`;
export const WAITS_FOR_EXTRACTION = `${MAY_BE_EXTRACTED} AND extraction_state = 'pending'`;
export const RETRIES_EXTRACTION = `${WAITS_FOR_EXTRACTION} AND extraction_attempts > 0`;
export const FAILED_EXTRACTION = `${MAY_BE_EXTRACTED} AND extraction_state = 'failed'`;
/** Excludes those left open by the votes. */
export const FAILED_VERIFICATION = `${MAY_WAIT_FOR_VERIFICATION} AND verification_state = 'failed'
  AND verification_error IS NOT NULL AND replaced_by IS NULL`;
export const SUSPICIOUSLY_READ = `replaced_by IS NULL AND id IN (
  SELECT t.episode_id FROM traces t WHERE t.user_id = episodes.user_id AND t.suspicion > ${SUSPICIOUS})`;
/** `at`: the parameter with the time of an attempt. */
export const isDue = (at: "?" | "$due"): string =>
  `(extraction_retry_at IS NULL OR extraction_retry_at <= ${at})`;
export const WAITS_FOR_VERIFICATION = `${MAY_WAIT_FOR_VERIFICATION} AND verification_state = 'pending'
  AND replaced_by IS NULL`;
