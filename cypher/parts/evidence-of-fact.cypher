// Purpose: the evidence of a fact.
[(f)-[v:EVIDENCED_BY]->(p:Episode) |
  v {.position, .part, .span_start, .span_end, .quote, .asserted_by, .occurred_at, episode_id: p.id}]
