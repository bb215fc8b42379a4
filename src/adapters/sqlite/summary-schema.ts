/** What verification gave a fact whose confidence was adjusted; and the turns that a summary stands for. */
export const SUMMARY_SCHEMA = `
ALTER TABLE facts ADD COLUMN base_confidence REAL;
CREATE INDEX episodes_summed_up ON episodes (user_id, consolidated_into) WHERE consolidated_into IS NOT NULL;
`;
