// Purpose: entities with their aliases, for a unit of work: those asked for and those at the ends of these facts.
// Parameters: $user, $ids, $fact_ids
// Indexes: entity_id, fact_id
WITH $ids + COLLECT {
  UNWIND $fact_ids AS fact_id
  MATCH (f:Fact {user_id: $user, id: fact_id})
  UNWIND [f.subject_id, f.object_id] AS id
  WITH id WHERE id IS NOT NULL
  RETURN id
} AS ids
UNWIND ids AS id
WITH DISTINCT id
MATCH (e:Entity {user_id: $user, id: id})
RETURN <entity-hit>
