// Purpose: a fact with its evidence.
f {<fact>} AS row, <evidence-of-fact> AS evidence
