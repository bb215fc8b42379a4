// Purpose: what an entity has of one relation: a third of what a person tells is about themself.
// Parameters: none
// Indexes: fact_relation
CREATE INDEX fact_relation IF NOT EXISTS FOR (f:Fact) ON (f.user_id, f.subject_id, f.predicate, f.created_at);
