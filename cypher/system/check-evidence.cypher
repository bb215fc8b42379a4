// Purpose: evidence whose quote is not what its episode says there. Spans count UTF-16 units, Cypher's substring does not, so
//   the texts are compared outside.
// Parameters: $after (id of the fact seen last), $limit
// Indexes: fact_id
MATCH (f:Fact) WHERE f.user_id IS NOT NULL AND f.id > $after
WITH f ORDER BY f.id LIMIT $limit
RETURN f.id AS id, f.user_id AS user_id, f.subject_id AS subject_id, f.object_id AS object_id,
  COUNT { (f)-[:SUBJECT]->(:Entity) } AS subjects, COUNT { (f)-[:OBJECT]->(:Entity) } AS objects,
  COLLECT {
    MATCH (f)-[v:EVIDENCED_BY]->(e:Episode)
    RETURN [e.id, e.user_id, v.span_start, v.span_end, v.quote,
      CASE v.part WHEN 'user' THEN e.user_message ELSE e.assistant_reply END]
  } AS evidence
