// Purpose: a page of rows of one kind, in the order of their key.
// Parameters: $user, the key (of the last one read), $limit
// Indexes: that of the key
MATCH (x:<Label>)
USING INDEX x:<Label>(user_id, <key>)
WHERE x.user_id = $user AND x.<key> > $<key>
WITH x ORDER BY x.user_id, x.<key> LIMIT $limit
RETURN x {<columns>} AS row
