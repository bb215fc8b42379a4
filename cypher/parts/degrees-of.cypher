// Purpose: the ends of facts that join two entities, counted.
// Parameters: $first (listed first, whatever its degree), $min, $limit
UNWIND CASE f.object_id WHEN f.subject_id THEN [f.subject_id] ELSE [f.subject_id, f.object_id] END AS id
WITH id, count(*) AS degree WHERE degree >= $min OR id = $first
WITH id, degree ORDER BY id = $first DESC, degree DESC, id
WITH collect({id: id, degree: degree}) AS counted
RETURN counted[..$limit] AS degrees, size(counted) AS total
