// Purpose: a page of days, by date.
// Parameters: $user, $date (of the last one read), $limit
// Indexes: day_date
MATCH (d:Day)
WHERE d.user_id = $user AND d.date > $date
WITH d ORDER BY d.user_id, d.date LIMIT $limit
RETURN d {.date, .counts, .report} AS row
