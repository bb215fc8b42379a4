// Purpose: facts of all users by status.
// Parameters: none
// Indexes: none; the label's own count store does not know the status
MATCH (f:Fact)
RETURN f.status AS status, count(f) AS count
