// Purpose: facts with their evidence.
// Parameters: $user, $ids
// Indexes: fact_id
UNWIND $ids AS id
MATCH (f:Fact {user_id: $user, id: id})
RETURN <fact-hit>
