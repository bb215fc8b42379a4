// Purpose: an episode as it is forgotten; of a summary, the turns it stands for as well.
// Parameters: $user, $id
// Indexes: episode_id, episode_summed_up
CALL () {
  MATCH (p:Episode {user_id: $user, id: $id})
  RETURN p
  UNION
  MATCH (p:Episode)
  USING INDEX SEEK p:Episode(user_id, consolidated_into)
  WHERE p.user_id = $user AND p.consolidated_into = $id
  RETURN p
}
RETURN p.id AS id, p.conversation_id AS conversation_id, p.user_message AS user_message, p.assistant_reply AS assistant_reply
