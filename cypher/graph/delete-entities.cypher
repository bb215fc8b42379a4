// Purpose: deletes entities that no fact is about, with their aliases, mentions and the questions about them.
// Parameters: $user, $ids
// Indexes: entity_id, review_left, review_right
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
CALL (e) { MATCH (a:Alias)-[:NAMES]->(e) DETACH DELETE a }
CALL (e) { MATCH (r:Review {user_id: $user, left_id: e.id}) DELETE r }
CALL (e) { MATCH (r:Review {user_id: $user, right_id: e.id}) DELETE r }
DETACH DELETE e
