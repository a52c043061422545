#!/usr/bin/env bash
# oxlint 1.94.0: in `no-restricted-imports` an exception (`!`) of one pattern holds against all the other patterns of the rule, so that one
# that refuses more narrowly never does. ESLint 9.39.1, whose rule and options these are, asks each pattern by itself.
# Seen: "oxlint: allowed; eslint: refused" of ./views.js under [{ group: ["**", "!./**"] }, { group: ["./views.js"] }].
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund oxlint@1.94.0 eslint@9.39.1
cat > patterns.json <<'JSON'
[{ "group": ["**", "!./**"] }, { "group": ["./views.js"] }]
JSON
echo "{ \"categories\": { \"correctness\": \"off\" }, \"rules\": { \"no-restricted-imports\": [\"error\", { \"patterns\": $(cat patterns.json) }] } }" > .oxlintrc.json
cat > eslint.config.mjs <<'JS'
import { readFileSync } from 'node:fs';

const patterns = JSON.parse(readFileSync('patterns.json', 'utf8'));
export default [{ files: ['schema.js'], rules: { 'no-restricted-imports': ['error', { patterns }] } }];
JS
echo "import './views.js';" > schema.js
said() { if "$@" >/dev/null 2>&1; then echo allowed; else echo refused; fi; }
# What no exception names is refused: the rule runs.
echo "import 'views';" > other.js
[ "$(said npx oxlint other.js)" = refused ]
seen="oxlint: $(said npx oxlint schema.js); eslint: $(said npx eslint schema.js)"
echo "oxlint 1.94.0, eslint 9.39.1: $seen"
[ "$seen" = 'oxlint: allowed; eslint: refused' ]
