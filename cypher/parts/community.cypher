// Purpose: columns of a topic.
.id, .name, .summary, .fact_ids, .written_by, .asked, .created_at, .updated_at, .members
