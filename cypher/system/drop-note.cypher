// Purpose: a note of the service goes if it is still the one that was read.
// Parameters: $name, $version
// Indexes: note_name
MATCH (n:Note {name: $name})
SET n.lock = true
WITH n WHERE n.version = $version
WITH n, n.version AS version
DELETE n
RETURN version
