/** Turns kept the words of what was recalled for them: now the ids of the memories, and of the turns those rested on. */
export const RECALLED_SCHEMA = `
UPDATE episodes SET recalled = (
  SELECT json_group_array(json_object(
    'n', one.value ->> 'n',
    'kind', one.value ->> 'kind',
    'id', one.value ->> 'id',
    'score', one.value ->> 'score',
    'episodeIds', json((
      SELECT json_group_array(DISTINCT quote.value ->> 'episodeId') FROM json_each(one.value, '$.evidence') quote
      WHERE quote.value ->> 'episodeId' <> one.value ->> 'id'))))
  FROM json_each(episodes.recalled) one)
WHERE recalled <> '[]';
`;
