// Purpose: a run, made or overwritten; its place among runs of the same time stays. '' is the user of all.
// Parameters: $id, $set
// Indexes: run_id, counter_name
MERGE (c:Counter {name: 'run'})
SET c.lock = true
WITH c
SET c.n = coalesce(c.n, 0) + 1
WITH c.n AS n
MERGE (r:Run {id: $id})
ON CREATE SET r.n = n
SET r += $set
