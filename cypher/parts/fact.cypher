// Purpose: columns of a fact.
.n, .id, .subject_id, .predicate, .object_id, .value, .polarity, .text, .confidence, .base_confidence, .valid_at,
.valid_precision, .invalid_at, .invalid_precision, .created_at, .expired_at, .status, .supersedes, .change, .origin,
.expansion
