// Purpose: what the memory knows of a time: rows by kind, name and count.
// Parameters: $user, $from, $to, $suspicious (above it a reasoning is)
// Indexes: episode_recorded, fact_recent, entity_recent, rejection_time, feedback_time, trace_time, review_state
MATCH (e:Episode) WHERE e.user_id = $user AND e.recorded_at >= $from AND e.recorded_at < $to
RETURN 'episodes' AS what, '' AS name, '' AS detail, count(e) AS count
UNION ALL
MATCH (f:Fact) WHERE f.user_id = $user AND f.created_at >= $from AND f.created_at < $to AND f.n IS NOT NULL
RETURN 'facts' AS what, f.status AS name, '' AS detail, count(f) AS count
UNION ALL
MATCH (x:Entity) WHERE x.user_id = $user AND x.created_at >= $from AND x.created_at < $to AND x.n IS NOT NULL
  AND x.merged_into IS NULL
RETURN 'entities' AS what, '' AS name, '' AS detail, count(x) AS count
UNION ALL
MATCH (r:Rejection) WHERE r.user_id = $user AND r.at >= $from AND r.at < $to
RETURN 'rejections' AS what, r.stage AS name, r.reason AS detail, count(r) AS count
UNION ALL
MATCH (f:Feedback) WHERE f.user_id = $user AND f.at >= $from AND f.at < $to AND f.basis = 'rated'
RETURN 'feedback' AS what, CASE f.helpful WHEN true THEN 'helpful' ELSE 'unhelpful' END AS name, '' AS detail,
  count(f) AS count
UNION ALL
MATCH (t:Trace) WHERE t.user_id = $user AND t.at >= $from AND t.at < $to
RETURN 'tokens' AS what, 'prompt' AS name, '' AS detail, sum(t.prompt_tokens) AS count
UNION ALL
MATCH (t:Trace) WHERE t.user_id = $user AND t.at >= $from AND t.at < $to
RETURN 'tokens' AS what, 'completion' AS name, '' AS detail, sum(t.completion_tokens) AS count
UNION ALL
MATCH (t:Trace) WHERE t.user_id = $user AND t.at >= $from AND t.at < $to AND t.suspicion IS NOT NULL
RETURN 'reasonings' AS what, CASE WHEN t.suspicion > $suspicious THEN 'suspicious' ELSE 'plain' END AS name,
  '' AS detail, count(t) AS count
UNION ALL
MATCH (r:Review) WHERE r.user_id = $user AND r.state = 'open' AND r.kind IS NOT NULL AND r.n IS NOT NULL
RETURN 'reviews' AS what, r.kind AS name, '' AS detail, count(r) AS count
