// Purpose: what is said of an entity: ids and values.
// Parameters: $user, $id
// Indexes: fact_subject
MATCH (f:Fact)
WHERE f.user_id = $user AND f.subject_id = $id AND f.status IS NOT NULL AND f.created_at IS NOT NULL
RETURN f.id AS id, f.object_id AS objectId, f.value AS value
