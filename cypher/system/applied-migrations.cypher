// Purpose: the versions of the schema that were applied. A label scan over a handful, since the index may not exist yet.
// Parameters: none
// Indexes: none
MATCH (m:Migration) RETURN m.version AS version ORDER BY version
