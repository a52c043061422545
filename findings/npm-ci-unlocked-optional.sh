#!/usr/bin/env bash
# npm 11.19.1 leaves an optional package that the registry does not have out of the lock file, without a word, and then refuses that lock
# file: `npm ci` right after `npm install` fails, although nothing has changed in between. It says what to do: `npm install`, again.
# An entry that is written by hand, of a package for another platform, is enough: `npm ci` does not ask the registry for it.
# Seen: install 0, ci "Missing: is-number@ from lock file", with the entry ci 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --prefix tools npm@11.19.1
npm=(node "$folder/tools/node_modules/npm/bin/npm-cli.js")
mkdir part project
echo '{"name":"part","version":"1.0.0","optionalDependencies":{"is-number":"999.0.0"}}' > part/package.json
(cd part && "${npm[@]}" pack --silent >/dev/null)
cd project
echo '{"name":"project","version":"1.0.0","dependencies":{"part":"file:../part/part-1.0.0.tgz"}}' > package.json
"${npm[@]}" install --silent --no-audit --no-fund
installed=$?
missing=$("${npm[@]}" ci --no-audit --no-fund 2>&1 | grep -o 'Missing: .*' || true)
node -e "
const { readFileSync, writeFileSync } = require('node:fs');
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
lock.packages['node_modules/is-number'] = { version: '999.0.0', optional: true, os: ['aix'] };
writeFileSync('package-lock.json', JSON.stringify(lock));"
"${npm[@]}" ci --silent --no-audit --no-fund
held=$?
echo "npm $("${npm[@]}" --version): install $installed, ci \"$missing\", with the entry ci $held"
[ "$installed, $missing, $held" = '0, Missing: is-number@ from lock file, 0' ]
