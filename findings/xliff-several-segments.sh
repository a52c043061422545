#!/usr/bin/env bash
# xliff 6.4.0 keeps the last segment of a unit only, and no state: a text that a translation tool has split into two sentences comes back as its
# second one, in the source and in the translation, and what was final or not is gone. The file is valid XLIFF 2.0 and is read without an error.
# Seen: "Two./Zwei., states: 0".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund xliff@6.4.0
cat > read.mjs <<'JS'
import xliff from 'xliff';

const document = `<?xml version="1.0"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="page"><unit id="lead">
<segment state="final"><source>One. </source><target>Eins. </target></segment>
<segment state="initial"><source>Two.</source><target>Zwei.</target></segment>
</unit></file></xliff>`;
const read = await xliff.xliff2js(document);
const { source, target } = read.resources.page.lead;
const written = await xliff.js2xliff(read);
console.log(`${source}/${target}, states: ${written.match(/state=/g)?.length ?? 0}`);
JS
seen=$(node read.mjs)
echo "xliff 6.4.0: $seen"
[ "$seen" = 'Two./Zwei., states: 0' ]
