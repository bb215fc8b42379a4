// Purpose: a user's entities, facts and rejections, counted by what they are.
// Parameters: $user
// Indexes: entity_recent, fact_recent, rejection_recent
MATCH (x:Entity) WHERE x.user_id = $user AND x.created_at IS NOT NULL AND x.n IS NOT NULL
RETURN 'entities' AS what, x.status AS name, count(x) AS count
UNION ALL
MATCH (x:Entity) WHERE x.user_id = $user AND x.created_at IS NOT NULL AND x.n IS NOT NULL AND x.merged_into IS NULL
RETURN 'types' AS what, x.type AS name, count(x) AS count
UNION ALL
MATCH (f:Fact) WHERE f.user_id = $user AND f.status IS NOT NULL AND f.created_at IS NOT NULL
RETURN 'facts' AS what, f.status AS name, count(f) AS count
UNION ALL
MATCH (f:Fact) WHERE f.user_id = $user AND f.created_at IS NOT NULL AND f.n IS NOT NULL
RETURN 'predicates' AS what, f.predicate AS name, count(f) AS count
UNION ALL
MATCH (r:Rejection) WHERE r.user_id = $user AND r.n IS NOT NULL
RETURN 'rejections' AS what, r.reason AS name, count(r) AS count
