// Purpose: what was counted on days, made or overwritten; their reports stay.
// Parameters: $user, $rows [{date, counts}]
// Indexes: day_date
UNWIND $rows AS row
MERGE (d:Day {user_id: $user, date: row.date})
SET d.counts = row.counts
