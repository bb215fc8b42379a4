// Purpose: typed links between memories, by either end; episodes by context type.
// Parameters: none
// Indexes: link_id, link_from, link_to, link_time, link_expiry, episode_context_type
CREATE CONSTRAINT link_id IF NOT EXISTS FOR (l:Link) REQUIRE (l.user_id, l.id) IS UNIQUE;
CREATE INDEX link_from IF NOT EXISTS FOR (l:Link) ON (l.user_id, l.from_id);
CREATE INDEX link_to IF NOT EXISTS FOR (l:Link) ON (l.user_id, l.to_id);
CREATE INDEX link_time IF NOT EXISTS FOR (l:Link) ON (l.user_id, l.created_at);
CREATE INDEX link_expiry IF NOT EXISTS FOR (l:Link) ON (l.user_id, l.expires_at);
CREATE INDEX episode_context_type IF NOT EXISTS FOR (e:Episode) ON (e.user_id, e.context_type, e.recorded_at);
