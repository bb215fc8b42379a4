// Purpose: everything a user has: days with what was counted and their reports.
// Parameters: $user
// Indexes: day_date
MATCH (x:Day)
WHERE x.user_id = $user AND x.date IS NOT NULL
DETACH DELETE x
RETURN count(*) AS count
