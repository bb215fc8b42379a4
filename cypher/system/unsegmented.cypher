// Purpose: memories of all users whose text in a script without spaces is indexed as one word a clause.
// Parameters: $limit
// Indexes: none; the label is theirs alone
MATCH (n:Unsegmented) WITH n LIMIT $limit
OPTIONAL MATCH (n)-[:SUBJECT]->(s:Entity)
OPTIONAL MATCH (n)-[:OBJECT]->(o:Entity)
RETURN elementId(n) AS node, labels(n) AS labels,
  n {.user_message, .assistant_reply, .speaker, .memory, .replaced_by, .consolidated_into,
    .text, .predicate, .value, .expansion, subject_name: s.name, object_name: o.name,
    .name, .summary, .type, .properties, aliases: COLLECT { MATCH (a:Alias)-[:NAMES]->(n) WITH a ORDER BY a.position RETURN a {.alias, .kind} }} AS row
