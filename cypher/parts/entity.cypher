// Purpose: columns of an entity.
.n, .id, .name, .type, .summary, .properties, .confidence, .mention_count, .created_at, .last_mentioned_at, .status,
.is_self, .external_keys, .merged_into, .summary_basis
