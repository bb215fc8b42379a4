// Purpose: the aliases of an entity.
[(a:Alias)-[:NAMES]->(e) | a {.alias, .kind, .position}]
