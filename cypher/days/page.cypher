// Purpose: a page of days, newest first.
// Parameters: $user, $from, $to, $reported (only those with a report), $date (of the last one shown), $limit
// Indexes: day_date
MATCH (d:Day)
WHERE d.user_id = $user AND d.date >= $from AND d.date < $date AND d.date <= $to
  AND (NOT $reported OR d.report IS NOT NULL)
WITH d ORDER BY d.user_id DESC, d.date DESC LIMIT $limit
RETURN d {.date, .counts, .report} AS row
