// Purpose: what was counted on these days.
// Parameters: $user, $dates
// Indexes: day_date
UNWIND $dates AS date
MATCH (d:Day {user_id: $user, date: date})
RETURN d.date AS date, d.counts AS counts
