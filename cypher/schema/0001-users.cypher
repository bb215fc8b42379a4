// Purpose: users, and what belongs to no user: keys, runs, counters, migrations.
// Parameters: none
// Indexes: user_id, user_key, api_key_id, run_id, run_recent, run_state, counter_name, migration_version
CREATE CONSTRAINT user_id IF NOT EXISTS FOR (u:User) REQUIRE u.id IS UNIQUE;
CREATE CONSTRAINT user_key IF NOT EXISTS FOR (u:User) REQUIRE u.key IS UNIQUE;
CREATE CONSTRAINT api_key_id IF NOT EXISTS FOR (k:ApiKey) REQUIRE k.id IS UNIQUE;
CREATE CONSTRAINT run_id IF NOT EXISTS FOR (r:Run) REQUIRE r.id IS UNIQUE;
CREATE INDEX run_recent IF NOT EXISTS FOR (r:Run) ON (r.user_id, r.started_at, r.n);
CREATE INDEX run_state IF NOT EXISTS FOR (r:Run) ON (r.state);
CREATE CONSTRAINT counter_name IF NOT EXISTS FOR (c:Counter) REQUIRE c.name IS UNIQUE;
CREATE CONSTRAINT migration_version IF NOT EXISTS FOR (m:Migration) REQUIRE m.version IS UNIQUE;
