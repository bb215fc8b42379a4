// Purpose: remembers that a version of the schema was applied.
// Parameters: $version, $name
// Indexes: migration_version
MERGE (m:Migration {version: $version}) ON CREATE SET m.name = $name, m.at = toString(datetime())
