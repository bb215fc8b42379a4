// Purpose: what giving away a whole memory walks along: a user's rows by number, the places of what was deleted, the
//   hashes of one tombstone.
// Parameters: none
// Indexes: episode_number, entity_number, fact_number, change_place, tombstone_hash_of
CREATE INDEX episode_number IF NOT EXISTS FOR (e:Episode) ON (e.user_id, e.n);
CREATE INDEX entity_number IF NOT EXISTS FOR (e:Entity) ON (e.user_id, e.n);
CREATE INDEX fact_number IF NOT EXISTS FOR (f:Fact) ON (f.user_id, f.n);
CREATE INDEX change_place IF NOT EXISTS FOR (c:Change) ON (c.user_id, c.kind, c.target_n);
CREATE INDEX tombstone_hash_of IF NOT EXISTS FOR (h:TombstoneHash) ON (h.user_id, h.tombstone_id);
