// Purpose: days that are kept no longer.
// Parameters: $user, $keep_from
// Indexes: day_date
MATCH (d:Day)
WHERE d.user_id = $user AND d.date < $keep_from
DELETE d
