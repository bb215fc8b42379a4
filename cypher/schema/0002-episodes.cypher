// Purpose: conversations and what was said in them. A composite index is used only where every property has a
//   predicate, so lists also say `n IS NOT NULL`. `open` exists only while it is true. `embedding_tag` is
//   the model that made the vector, empty while one is waited for, and missing where there is nothing to find.
// Parameters: none
// Indexes: conversation_*, episode_*
CREATE CONSTRAINT conversation_id IF NOT EXISTS FOR (c:Conversation) REQUIRE (c.user_id, c.id) IS UNIQUE;
CREATE CONSTRAINT conversation_external IF NOT EXISTS FOR (c:Conversation) REQUIRE (c.user_id, c.external_id) IS UNIQUE;
CREATE INDEX conversation_recent IF NOT EXISTS FOR (c:Conversation) ON (c.user_id, c.last_message_at, c.id);
CREATE CONSTRAINT episode_id IF NOT EXISTS FOR (e:Episode) REQUIRE (e.user_id, e.id) IS UNIQUE;
CREATE CONSTRAINT episode_place IF NOT EXISTS FOR (e:Episode) REQUIRE (e.user_id, e.conversation_id, e.ordinal) IS UNIQUE;
CREATE CONSTRAINT episode_external IF NOT EXISTS FOR (e:Episode) REQUIRE (e.user_id, e.external_id) IS UNIQUE;
CREATE CONSTRAINT episode_idempotency IF NOT EXISTS FOR (e:Episode) REQUIRE (e.user_id, e.idempotency_key) IS UNIQUE;
CREATE INDEX episode_time IF NOT EXISTS FOR (e:Episode) ON (e.user_id, e.occurred_at, e.n);
CREATE INDEX episode_chain IF NOT EXISTS FOR (e:Episode) ON (e.user_id, e.chain_hash);
CREATE INDEX episode_extraction IF NOT EXISTS FOR (e:Episode) ON (e.extraction_state, e.user_id);
CREATE INDEX episode_verification IF NOT EXISTS FOR (e:Episode) ON (e.verification_state, e.user_id);
CREATE INDEX episode_open IF NOT EXISTS FOR (e:Episode) ON (e.open);
CREATE INDEX episode_embedding IF NOT EXISTS FOR (e:Episode) ON (e.user_id, e.embedding_tag);
