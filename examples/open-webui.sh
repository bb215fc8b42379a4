#!/usr/bin/env bash
# Open WebUI (`pip install open-webui`) with Engram behind it. Arguments go to `open-webui serve`, for example --port 8081.
export OPENAI_API_BASE_URL="${ENGRAM_URL:-http://127.0.0.1:3000}/v1" OPENAI_API_KEY="${ENGRAM_KEY:-none}"
export ENABLE_OLLAMA_API=False
# Each request names its chat, so that Engram knows it at once.
export ENABLE_FORWARD_USER_INFO_HEADERS=True
exec "${OPEN_WEBUI_BIN:-open-webui}" serve "$@"
