// Purpose: what holds on to entities that may be deleted: the facts about them, and where they are mentioned.
// Parameters: $user, $ids
// Indexes: entity_id
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
RETURN id, [(e)<-[:SUBJECT|OBJECT]-(f:Fact) | f.id] AS facts,
  [(e)<-[m:MENTIONS]-(p:Episode) | {episodeId: p.id, entityId: id, start: m.span_start, end: m.span_end}] AS mentions
