#!/usr/bin/env bash
# convert 8.0.2 leaves out signs that it does not know and says nothing: a temperature with the minus sign of typography (U+2212), as data
# sheets have it, loses its sign, and a tolerance is added to its value.
# Seen: −40 °C is 104 °F (with a hyphen it is -40), and 5 m ± 2 cm is 5.02 m.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund convert@8.0.2
cat > read.mjs <<'JS'
import { convertMany } from 'convert';

const round = (value) => Math.round(value * 100) / 100;
console.log(
  [
    round(convertMany('\u221240 C').to('F')),
    round(convertMany('-40 C').to('F')),
    round(convertMany('5 m \u00b1 2 cm').to('m')),
  ].join(', '),
);
JS
seen=$(node read.mjs)
echo "convert 8.0.2: $seen"
[ "$seen" = '104, -40, 5.02' ]
