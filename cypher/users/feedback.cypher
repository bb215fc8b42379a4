// Purpose: stores feedback; one event per memory, time and basis.
// Parameters: $user, $rows
// Indexes: feedback_target
UNWIND $rows AS row
MERGE (f:Feedback {user_id: $user, target_id: row.target_id, at: row.at, basis: row.basis})
SET f.helpful = row.helpful, f.episode_id = row.episode_id, f.weight = row.weight
