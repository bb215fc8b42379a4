// Purpose: facts in which one of these folded words stands.
// Parameters: $user, $words
// Indexes: fact_recent
MATCH (f:Fact)
WHERE f.user_id = $user AND f.created_at IS NOT NULL AND f.n IS NOT NULL
  AND any(word IN $words WHERE f.search_text CONTAINS word)
RETURN f.id AS id
