// Purpose: of these entities, those without any fact or mention. Self is never one, nor a how-to, which needs neither.
// Parameters: $user, $ids
// Indexes: entity_id, entity_merged
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
WHERE e.is_self = 0 AND e.type <> 'procedure' AND NOT EXISTS { (e)<-[:MENTIONS]-(:Episode) } AND NOT EXISTS { (e)<-[:SUBJECT|OBJECT]-(:Fact) }
  AND NOT EXISTS { MATCH (m:Entity {user_id: $user, merged_into: id}) }
RETURN DISTINCT id
