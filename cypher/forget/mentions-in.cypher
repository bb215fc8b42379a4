// Purpose: what is mentioned where in episodes.
// Parameters: $user, $ids
// Indexes: episode_id
UNWIND $ids AS id
MATCH (p:Episode {user_id: $user, id: id})-[m:MENTIONS]->(e:Entity)
RETURN p.id AS episodeId, e.id AS entityId, m.span_start AS start, m.span_end AS end
