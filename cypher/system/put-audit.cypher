// Purpose: an administrative act; one that is there already stays as it is.
// Parameters: $id, $set
// Indexes: audit_id
MERGE (a:Audit {id: $id})
ON CREATE SET a += $set
