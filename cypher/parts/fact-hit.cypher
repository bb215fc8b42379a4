// Purpose: a fact with its evidence.
f {<fact>} AS row, [(f)-[v:EVIDENCED_BY]->(p:Episode) |
  v {.position, .part, .span_start, .span_end, .quote, .asserted_by, .occurred_at, episode_id: p.id}] AS evidence
