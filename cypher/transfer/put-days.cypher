// Purpose: days that are not there.
// Parameters: $user, $rows [{i, date, set}]
// Indexes: day_date
UNWIND $rows AS row
MERGE (d:Day {user_id: $user, date: row.date})
ON CREATE SET d.is_new = true, d += row.set
WITH d, row, d.is_new IS NOT NULL AS added
REMOVE d.is_new
RETURN row.i AS i, added
