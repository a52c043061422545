#!/usr/bin/env bash
# @supabase/lite 0.10.0: while it is loaded it puts its own function in the place of process.emitWarning, which takes every warning for a
# text. Node's own are errors in part, as that of too many listeners: from then on the eleventh listener throws a TypeError where it is added.
# Seen: "TypeError: e.includes is not a function".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @supabase/lite@0.10.0
cat > listen.mjs <<'JS'
import { EventEmitter } from 'node:events';
await import('@supabase/lite');
const emitter = new EventEmitter();
try {
  for (let count = 0; count < 11; count += 1) emitter.on('change', () => {});
  console.log('a warning');
} catch (error) {
  console.log(String(error));
}
process.exit(0);
JS
seen=$(node listen.mjs 2>/dev/null)
echo "@supabase/lite 0.10.0: $seen"
[[ $seen == 'TypeError: '*'.includes is not a function' ]]
