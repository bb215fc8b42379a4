#!/bin/sh
# The command `engram` after `npm link`, from any folder, with the Node that npm installed beside this source.
root=$(dirname "$(dirname "$(readlink -f "$0")")")
PATH="$root/node_modules/.bin:$PATH" exec node --max-semi-space-size=16 "$root/src/main.ts" "$@"
