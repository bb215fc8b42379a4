// Purpose: the report of a day, made or overwritten; what was counted stays.
// Parameters: $user, $date, $report, $no_counts
// Indexes: day_date
MERGE (d:Day {user_id: $user, date: $date})
ON CREATE SET d.counts = $no_counts
SET d.report = $report
