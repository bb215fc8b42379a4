#!/usr/bin/env bash
# Tells Engram something, asks for it in a new conversation, and forgets it.
set -euo pipefail
url="${ENGRAM_URL:-http://127.0.0.1:3000}"

engram() {
  curl -sf "$url$1" -H "content-type: application/json" -H "authorization: Bearer ${ENGRAM_KEY:-none}" "${@:2}"
  echo
}

told=$(engram /chat -d '{"message": "My sister Annelie moved to Lyon."}')
episode=$(sed 's/.*"episodeId":"\([^"]*\)".*/\1/' <<<"$told")

# The reply, and in "recalled" the memories it was given, each with the words it rests on.
engram /chat -d '{"message": "Where does my sister live?"}'

# The words leave the database, not only the list.
engram /memory/forget -d "{\"episodeId\": \"$episode\"}"
