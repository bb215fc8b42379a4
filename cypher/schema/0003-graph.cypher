// Purpose: entities, their aliases, facts.
// Parameters: none
// Indexes: entity_*, alias_*, fact_*
CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (e:Entity) REQUIRE (e.user_id, e.id) IS UNIQUE;
CREATE INDEX entity_name IF NOT EXISTS FOR (e:Entity) ON (e.user_id, e.name_fold);
CREATE INDEX entity_recent IF NOT EXISTS FOR (e:Entity) ON (e.user_id, e.created_at, e.n);
CREATE INDEX entity_merged IF NOT EXISTS FOR (e:Entity) ON (e.user_id, e.merged_into);
CREATE INDEX entity_embedding IF NOT EXISTS FOR (e:Entity) ON (e.user_id, e.embedding_tag);
CREATE CONSTRAINT alias_entity IF NOT EXISTS FOR (a:Alias) REQUIRE (a.user_id, a.entity_id, a.fold) IS UNIQUE;
CREATE INDEX alias_fold IF NOT EXISTS FOR (a:Alias) ON (a.user_id, a.fold);
CREATE CONSTRAINT fact_id IF NOT EXISTS FOR (f:Fact) REQUIRE (f.user_id, f.id) IS UNIQUE;
CREATE INDEX fact_recent IF NOT EXISTS FOR (f:Fact) ON (f.user_id, f.created_at, f.n);
CREATE INDEX fact_status IF NOT EXISTS FOR (f:Fact) ON (f.user_id, f.status, f.created_at);
CREATE INDEX fact_subject IF NOT EXISTS FOR (f:Fact) ON (f.user_id, f.subject_id, f.status, f.created_at);
CREATE INDEX fact_object IF NOT EXISTS FOR (f:Fact) ON (f.user_id, f.object_id, f.status, f.created_at);
CREATE INDEX fact_valid IF NOT EXISTS FOR (f:Fact) ON (f.user_id, f.valid_at);
CREATE INDEX fact_embedding IF NOT EXISTS FOR (f:Fact) ON (f.user_id, f.embedding_tag);
