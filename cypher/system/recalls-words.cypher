// Purpose: turns of all users that still keep the words of what was recalled for them.
// Parameters: $limit
// Indexes: none; the label is theirs alone
MATCH (e:RecallsWords) RETURN elementId(e) AS node, e.recalled AS recalled LIMIT $limit
