// Purpose: facts at either end of which one of these entities stands.
// Parameters: $user, $ids
// Indexes: fact_subject, fact_object
MATCH (f:Fact)
WHERE f.user_id = $user AND f.subject_id IN $ids AND f.status IS NOT NULL AND f.created_at IS NOT NULL
RETURN f.id AS id
UNION
MATCH (f:Fact)
WHERE f.user_id = $user AND f.object_id IN $ids AND f.status IS NOT NULL AND f.created_at IS NOT NULL
RETURN f.id AS id
