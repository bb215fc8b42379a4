// Purpose: a new note of the service; one that is there stays as it is.
// Parameters: $name, $value
// Indexes: note_name
MERGE (n:Note {name: $name})
ON CREATE SET n.is_new = true, n.version = 1, n.value = $value
WITH n, n.is_new IS NOT NULL AS added
REMOVE n.is_new
WITH n, added WHERE added
RETURN n.version AS version
