// Purpose: plans of dry runs: names of types and predicates may tell what is forgotten.
// Parameters: $user
// Indexes: run_diff_run
MATCH (d:RunDiff)
WHERE d.user_id = $user AND d.run_id IS NOT NULL
DELETE d
