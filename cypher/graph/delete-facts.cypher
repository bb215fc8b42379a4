// Purpose: deletes facts with their evidence. Their typed relationships go by `drop-edges`.
// Parameters: $user, $ids
// Indexes: fact_id
UNWIND $ids AS id
MATCH (f:Fact {user_id: $user, id: id})
DETACH DELETE f
