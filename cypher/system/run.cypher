// Purpose: one run.
// Parameters: $id
// Indexes: run_id
MATCH (r:Run {id: $id})
RETURN r {<run>} AS row
