// Purpose: administrative acts, by time and by the user whose memory they are about ('' for all users).
// Parameters: none
// Indexes: audit_id, audit_time, audit_user
CREATE CONSTRAINT audit_id IF NOT EXISTS FOR (a:Audit) REQUIRE a.id IS UNIQUE;
CREATE INDEX audit_time IF NOT EXISTS FOR (a:Audit) ON (a.at, a.id);
CREATE INDEX audit_user IF NOT EXISTS FOR (a:Audit) ON (a.user_id, a.at, a.id);
