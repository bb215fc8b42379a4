// Purpose: notes of the service, by the beginning of their names.
// Parameters: $prefix, $limit
// Indexes: note_name
MATCH (n:Note) WHERE n.name STARTS WITH $prefix
WITH n ORDER BY n.name LIMIT $limit
RETURN n {.name, .version, .value} AS row
