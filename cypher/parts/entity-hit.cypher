// Purpose: an entity with its aliases.
e {<entity>} AS row, [(a:Alias)-[:NAMES]->(e) | a {.alias, .kind, .position}] AS aliases
