// Purpose: turns that were open when their process died.
// Parameters: none
// Indexes: episode_open
MATCH (e:Episode) WHERE e.open = true
SET e.state = 'interrupted', e.open = null
RETURN count(e) AS count
