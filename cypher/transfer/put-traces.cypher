// Purpose: what models said about episodes, where nothing is kept for that purpose.
// Parameters: $user, $rows [{i, episode_id, purpose, set}]
// Indexes: episode_id, trace_purpose
UNWIND $rows AS row
MATCH (e:Episode {user_id: $user, id: row.episode_id})
MERGE (t:Trace {user_id: $user, episode_id: row.episode_id, purpose: row.purpose})
ON CREATE SET t.is_new = true, t += row.set
WITH t, row, t.is_new IS NOT NULL AS added
REMOVE t.is_new
RETURN row.i AS i, added
