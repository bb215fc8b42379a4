// Purpose: turns are found by how suspicious a reasoning about them was.
// Parameters: none
// Indexes: trace_suspicion
CREATE INDEX trace_suspicion IF NOT EXISTS FOR (t:Trace) ON (t.user_id, t.suspicion);
