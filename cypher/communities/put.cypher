// Purpose: topics, new or changed, with their members.
// Parameters: $user, $user_key, $rows [{id, set, members}]
// Indexes: community_id, entity_id
UNWIND $rows AS row
MERGE (c:Community {user_id: $user, id: row.id})
SET c.user_key = $user_key, c.members = row.members, c += row.set
WITH c, row
CALL (c) { MATCH (c)-[r:HAS_MEMBER]->(:Entity) DELETE r }
CALL (c, row) {
  UNWIND row.members AS id
  MATCH (e:Entity {user_id: $user, id: id})
  CREATE (c)-[:HAS_MEMBER]->(e)
}
