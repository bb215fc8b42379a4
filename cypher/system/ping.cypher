// Purpose: a write that changes nothing anybody sees: a store that can only read is not alive.
// Parameters: none
// Indexes: counter_name
MERGE (c:Counter {name: 'ping'}) SET c.n = coalesce(c.n, 0) + 1
