// Purpose: feedback of earlier versions was rated by the owner.
// Parameters: none
// Indexes: none
MATCH (f:Feedback) WHERE f.basis IS NULL
CALL (f) {
  SET f.basis = 'rated'
} IN TRANSACTIONS OF 5000 ROWS;
