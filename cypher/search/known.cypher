// Purpose: what names mean, what is known of it, and what is known of its neighbours up to three facts away, not by way of
//   the self, from which everything is one fact away.
// Parameters: $user, $folds, $ids (as if named), $self (the user's own facts as well), $statuses, $limit (facts),
//   $around (facts of neighbours), $depth (facts between them and what is named, 1-3), those of held-then
// Indexes: user_id, entity_id, entity_name, alias_fold, fact_subject, fact_object
CALL () {
  MATCH (e:Entity)
  WHERE e.user_id = $user AND e.name_fold IN $folds AND e.merged_into IS NULL
  RETURN e
  UNION
  MATCH (a:Alias)
  WHERE a.user_id = $user AND a.fold IN $folds
  MATCH (a)-[:NAMES]->(e:Entity)
  WHERE e.merged_into IS NULL
  RETURN e
  UNION
  MATCH (e:Entity)
  WHERE e.user_id = $user AND e.id IN $ids
  RETURN e
}
WITH collect(CASE WHEN (e.is_self = 0 OR e.id IN $ids) AND e.status <> 'archived' THEN e.id END) AS named
OPTIONAL MATCH (u:User {id: $user})
WITH named, u.self_id AS self
CALL (self, named) {
  CALL (self, named) {
    UNWIND CASE WHEN $self AND self IS NOT NULL THEN named + [self] ELSE named END AS end
    UNWIND $statuses AS status
    CALL (end, status) {
      MATCH (f:Fact)
      WHERE f.user_id = $user AND f.subject_id = end AND f.status = status AND f.created_at IS NOT NULL
        AND <held-then>
      RETURN f ORDER BY f.user_id DESC, f.subject_id DESC, f.status DESC, f.created_at DESC, f.n DESC LIMIT $limit
    }
    RETURN f
    UNION
    UNWIND CASE WHEN $self AND self IS NOT NULL THEN named + [self] ELSE named END AS end
    UNWIND $statuses AS status
    CALL (end, status) {
      MATCH (f:Fact)
      WHERE f.user_id = $user AND f.object_id = end AND f.status = status AND f.created_at IS NOT NULL
        AND <held-then>
      RETURN f ORDER BY f.user_id DESC, f.object_id DESC, f.status DESC, f.created_at DESC, f.n DESC LIMIT $limit
    }
    RETURN f
  }
  WITH f ORDER BY f.created_at DESC, f.n DESC LIMIT $limit
  RETURN collect({row: f {<fact>}, evidence: <evidence-of-fact>}) AS facts
}
CALL (self, named) {
  CALL (named) {
    UNWIND named AS end
    MATCH (f:Fact)
    WHERE f.user_id = $user AND f.subject_id = end AND f.status IN $statuses AND f.created_at IS NOT NULL
      AND f.object_id IS NOT NULL AND $around > 0
    RETURN f.object_id AS id
    UNION
    UNWIND named AS end
    MATCH (f:Fact)
    WHERE f.user_id = $user AND f.object_id = end AND f.status IN $statuses AND f.created_at IS NOT NULL AND $around > 0
    RETURN f.subject_id AS id
  }
  WITH self, named, id WHERE NOT id IN named AND id <> coalesce(self, '')
  WITH id ORDER BY id
  RETURN collect(id)[..$around] AS first
}
CALL (self, named, first) {
  CALL (first) {
    UNWIND first AS end
    MATCH (f:Fact)
    WHERE f.user_id = $user AND f.subject_id = end AND f.status IN $statuses AND f.created_at IS NOT NULL
      AND f.object_id IS NOT NULL AND $depth > 1 AND size(first) < $around
    RETURN f.object_id AS id
    UNION
    UNWIND first AS end
    MATCH (f:Fact)
    WHERE f.user_id = $user AND f.object_id = end AND f.status IN $statuses AND f.created_at IS NOT NULL
      AND $depth > 1 AND size(first) < $around
    RETURN f.subject_id AS id
  }
  WITH self, named, first, id WHERE NOT id IN named AND NOT id IN first AND id <> coalesce(self, '')
  WITH id ORDER BY id
  RETURN collect(id) AS second
}
CALL (self, named, first, second) {
  CALL (first, second) {
    UNWIND second AS end
    MATCH (f:Fact)
    WHERE f.user_id = $user AND f.subject_id = end AND f.status IN $statuses AND f.created_at IS NOT NULL
      AND f.object_id IS NOT NULL AND $depth > 2 AND size(first) + size(second) < $around
    RETURN f.object_id AS id
    UNION
    UNWIND second AS end
    MATCH (f:Fact)
    WHERE f.user_id = $user AND f.object_id = end AND f.status IN $statuses AND f.created_at IS NOT NULL
      AND $depth > 2 AND size(first) + size(second) < $around
    RETURN f.subject_id AS id
  }
  WITH self, named, first, second, id
  WHERE NOT id IN named AND NOT id IN first AND NOT id IN second AND id <> coalesce(self, '')
  WITH id ORDER BY id
  RETURN collect(id) AS third
}
WITH named, facts, first, second, (first + second + third)[..$around] AS near
CALL (near) {
  UNWIND near AS end
  UNWIND $statuses AS status
  CALL (end, status) {
    MATCH (f:Fact)
    WHERE f.user_id = $user AND f.subject_id = end AND f.status = status AND f.created_at IS NOT NULL
      AND <held-then>
    RETURN f ORDER BY f.user_id DESC, f.subject_id DESC, f.status DESC, f.created_at DESC, f.n DESC LIMIT $around
  }
  WITH f ORDER BY f.created_at DESC, f.n DESC LIMIT $around
  RETURN collect({row: f {<fact>}, evidence: <evidence-of-fact>}) AS around
}
RETURN named, facts, first, second, around
