// Purpose: the user's settings.
// Parameters: $user, $settings (JSON)
// Indexes: user_id
MATCH (u:User {id: $user}) SET u.settings = $settings
