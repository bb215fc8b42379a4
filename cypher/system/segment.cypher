// Purpose: such memories are indexed by their words.
// Parameters: $rows (node, set)
// Indexes: none; found by their place in the store
UNWIND $rows AS row
MATCH (n) WHERE elementId(n) = row.node
SET n += row.set
REMOVE n:Unsegmented
