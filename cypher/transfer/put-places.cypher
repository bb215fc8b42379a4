// Purpose: where changes deleted something: at the place of what stands there now, or at a number of its own.
// Parameters: $user, $rows [{i, changes, entity, fact (id of what stands there, or null), n}]
// Indexes: change_id, entity_id, fact_id
UNWIND $rows AS row
OPTIONAL MATCH (x:Entity {user_id: $user, id: row.entity})
OPTIONAL MATCH (f:Fact {user_id: $user, id: row.fact})
WITH row, coalesce(x.n, f.n, row.n) AS n
UNWIND row.changes AS id
MATCH (c:Change {user_id: $user, id: id})
WITH row, c, n, c.target_n IS NULL AS added
SET c.target_n = coalesce(c.target_n, n)
RETURN row.i AS i, added
