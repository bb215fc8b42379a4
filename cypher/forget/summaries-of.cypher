// Purpose: ids of the summaries that stand for one of these episodes, or are one.
// Parameters: $user, $ids
// Indexes: episode_id
UNWIND $ids AS id
MATCH (p:Episode {user_id: $user, id: id})
WHERE p.consolidated_into IS NOT NULL OR p.source = 'consolidated'
RETURN DISTINCT CASE WHEN p.source = 'consolidated' THEN p.id ELSE p.consolidated_into END AS id
