// Purpose: a note of the service, overwritten if it is still the one that was read. The lock comes before the look.
// Parameters: $name, $version, $value
// Indexes: note_name
MATCH (n:Note {name: $name})
SET n.lock = true
WITH n WHERE n.version = $version
SET n.version = n.version + 1, n.value = $value
RETURN n.version AS version
