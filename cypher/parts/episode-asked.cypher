// Purpose: what an episode must be, whichever way it is looked for.
// Parameters: $replaced, $standing, $states, $memory, $extraction, $verification (null: any)
($replaced OR e.replaced_by IS NULL)
  AND (NOT $standing OR e.consolidated_into IS NULL)
  AND ($states IS NULL OR e.state IN $states)
  AND ($memory IS NULL OR e.memory = $memory)
  AND ($extraction IS NULL OR e.extraction_state = $extraction)
  AND ($verification IS NULL OR e.verification_state = $verification)
