// Purpose: columns of a user's own row.
u.salt AS salt, u.settings AS settings, u.self_id AS self_id,
  u.last_message_at AS last_message_at, u.vector_tag AS vector_tag, u.vector_complete AS vector_complete,
  u.vector_count AS vector_count, u.vector_serving AS vector_serving,
  u.forgotten_at AS forgotten_at
