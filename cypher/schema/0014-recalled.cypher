// Purpose: turns that keep the words of what was recalled are marked; code, which reads JSON, makes ids of them.
// Parameters: none
// Indexes: none
MATCH (e:Episode) WHERE e.recalled CONTAINS '"evidence":'
CALL (e) {
  SET e:RecallsWords
} IN TRANSACTIONS OF 5000 ROWS;
