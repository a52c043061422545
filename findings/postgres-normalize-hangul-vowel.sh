#!/usr/bin/env bash
# PostgreSQL 17.5 (in PGlite 0.3.7): normalize() drops the vowel U+11A7 where it stands behind a syllable without a final consonant, though
# no form of Unicode composes the two: it stands just before the first final consonant, with which the arithmetic of Hangul begins. JavaScript's
# normalize() keeps it, so that a text that both fold is not the same afterwards.
# Seen: "PostgreSQL: nfc 1, nfkc 1 of 2 characters; JavaScript: nfc 2, nfkc 2".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.3.7
cat > ask.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';

const text = '\uac38\u11a7';
const database = await PGlite.create();
const { rows: [row] } = await database.query("select char_length(normalize($1::text, nfc)) as nfc, char_length(normalize($1::text, nfkc)) as nfkc", [text]);
console.log(
  `PostgreSQL: nfc ${row.nfc}, nfkc ${row.nfkc} of ${text.length} characters; JavaScript: nfc ${text.normalize('NFC').length}, nfkc ${text.normalize('NFKC').length}`,
);
await database.close();
JS
seen=$(node ask.mjs)
echo "$seen"
[ "$seen" = 'PostgreSQL: nfc 1, nfkc 1 of 2 characters; JavaScript: nfc 2, nfkc 2' ]
