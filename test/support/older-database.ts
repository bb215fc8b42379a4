/** Takes a SQLite database back to schema 19. */
export const TO_SCHEMA_19 = `
  DROP INDEX feedback_of_turns;
  ALTER TABLE feedback DROP COLUMN basis;
  ALTER TABLE feedback DROP COLUMN episode_id;
  ALTER TABLE feedback DROP COLUMN weight;
  DROP TABLE links;
  DROP INDEX episodes_context_type;
  PRAGMA user_version = 19;`;
