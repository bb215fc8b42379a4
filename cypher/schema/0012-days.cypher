// Purpose: a user's days with what was counted and their report, what a report walks along, and the service's own notes.
// Parameters: none
// Indexes: day_date, episode_recorded, feedback_time, note_name
CREATE CONSTRAINT day_date IF NOT EXISTS FOR (d:Day) REQUIRE (d.user_id, d.date) IS UNIQUE;
CREATE INDEX episode_recorded IF NOT EXISTS FOR (e:Episode) ON (e.user_id, e.recorded_at);
CREATE INDEX feedback_time IF NOT EXISTS FOR (f:Feedback) ON (f.user_id, f.at);
CREATE CONSTRAINT note_name IF NOT EXISTS FOR (n:Note) REQUIRE n.name IS UNIQUE;
