// Purpose: vectors that answer while those of another model are made.
// Parameters: none
// Indexes: fact_served, entity_served, episode_served, community_served
CREATE INDEX fact_served IF NOT EXISTS FOR (n:Fact) ON (n.user_id, n.served_tag);
CREATE INDEX entity_served IF NOT EXISTS FOR (n:Entity) ON (n.user_id, n.served_tag);
CREATE INDEX episode_served IF NOT EXISTS FOR (n:Episode) ON (n.user_id, n.served_tag);
CREATE INDEX community_served IF NOT EXISTS FOR (n:Community) ON (n.user_id, n.served_tag);
