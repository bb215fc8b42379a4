// Purpose: what a fact must be, whichever way it is looked for; null: not asked.
// Parameters: $predicates, $valid_from, $valid_to, $dated, $learned_from, $learned_to, $words, $confidence_min, $joining,
//   $among (entity ids its object is one of), $unexpanded, those of held-then
($predicates IS NULL OR f.predicate IN $predicates)
  AND ($valid_from IS NULL OR f.valid_at >= $valid_from) AND ($valid_to IS NULL OR f.valid_at < $valid_to)
  AND (NOT $dated OR f.valid_at IS NOT NULL)
  AND ($learned_from IS NULL OR f.created_at >= $learned_from) AND ($learned_to IS NULL OR f.created_at < $learned_to)
  AND ($words IS NULL OR replace(f.search_text, '\u200B', '') CONTAINS $words)
  AND ($confidence_min IS NULL OR f.confidence >= $confidence_min)
  AND (NOT $joining OR f.object_id IS NOT NULL) AND ($among IS NULL OR f.object_id IN $among)
  AND (NOT $unexpanded OR f.expansion IS NULL)
  AND <held-then>
