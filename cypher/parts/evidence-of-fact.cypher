// Purpose: the evidence of a fact.
[(f)-[v:EVIDENCED_BY]->(p:Episode) |
  v {.position, <evidence>, episode_id: p.id}]
