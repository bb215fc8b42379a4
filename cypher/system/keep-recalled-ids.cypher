// Purpose: such turns keep ids instead.
// Parameters: $rows (node, recalled)
// Indexes: none; found by their place in the store
UNWIND $rows AS row
MATCH (e) WHERE elementId(e) = row.node
SET e.recalled = row.recalled
REMOVE e:RecallsWords
