// Purpose: counts over all users, for the metrics; none waits to be purged from files.
// Parameters: none
// Indexes: episode_extraction, episode_verification
CALL () {
  MATCH (e:Episode)
  WHERE e.extraction_state = 'pending' AND e.user_id IS NOT NULL
    AND e.state IN ['complete', 'interrupted'] AND e.memory = 'on' AND e.replaced_by IS NULL
  RETURN count(e) AS extraction, count(CASE WHEN e.extraction_attempts > 0 THEN 1 END) AS retrying
}
CALL () {
  MATCH (e:Episode)
  WHERE e.extraction_state = 'failed' AND e.user_id IS NOT NULL
    AND e.state IN ['complete', 'interrupted'] AND e.memory = 'on' AND e.replaced_by IS NULL
  RETURN count(e) AS failed
}
CALL () {
  MATCH (e:Episode) WHERE e.verification_state = 'pending' AND e.user_id IS NOT NULL AND e.replaced_by IS NULL
  RETURN count(e) AS verification
}
CALL () {
  MATCH (e:Episode)
  WHERE e.verification_state = 'failed' AND e.user_id IS NOT NULL AND e.verification_error IS NOT NULL
    AND e.replaced_by IS NULL
  RETURN count(e) AS failedVerification
}
CALL () { MATCH (x:Entity) RETURN count(x) AS entities }
CALL () { MATCH (x:Entity) WHERE x.user_id IS NOT NULL AND x.merged_into IS NOT NULL RETURN count(x) AS merged }
RETURN extraction AS pendingExtraction, retrying AS retryingExtraction, failed AS failedExtraction,
  verification AS pendingVerification, failedVerification, entities - merged AS entities, 0 AS pendingPurges
