/**
 * What giving away a whole memory walks along: a user's rows by number, the places of what was deleted, the hashes of
 * one tombstone. An index over `user_id` alone is one over the row number as well.
 */
export const TRANSFER_SCHEMA = `
CREATE INDEX episodes_number ON episodes (user_id);
CREATE INDEX entities_number ON entities (user_id);
CREATE INDEX facts_number ON facts (user_id);
CREATE INDEX reviews_number ON reviews (user_id);
CREATE INDEX changes_place ON changes (user_id, kind, target_n) WHERE target_n IS NOT NULL;
CREATE INDEX tombstone_hashes_of ON tombstone_hashes (user_id, tombstone_id);
`;
