// Purpose: counts over all users, for the metrics.
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
CALL () { MATCH (f:Fact) WITH f.status AS status, count(f) AS count RETURN collect([status, count]) AS facts }
RETURN extraction, retrying, failed, verification, failedVerification, entities - merged AS entities, facts
