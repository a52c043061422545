#!/usr/bin/env bash
# chardet 2.2.0 names ISO-8859-2 first for a table of two columns whose one name is five Korean syllables in EUC-KR, a valid file of a
# spreadsheet; with eleven syllables it names EUC-KR with a confidence of 100.
# Seen: "ISO-8859-2 EUC-KR".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund chardet@2.2.0
cat > detect.mjs <<'JS'
import chardet from 'chardet';

// "Slug,Name / shx,온습도 센서", then also "sfc,질량 유량 컨트롤러", in EUC-KR.
const short = '536c75672c4e616d650a7368782cbfc2bdc0b5b520bcbebcad0a';
const longer = `${short}7366632cc1fab7ae20c0afb7ae20c4c1c6aeb7d1b7af0a`;
for (const hex of [short, longer]) {
  const bytes = Buffer.from(hex, 'hex');
  // Valid: the platform's own decoder refuses nothing.
  new TextDecoder('euc-kr', { fatal: true }).decode(bytes);
}
console.log([short, longer].map((hex) => chardet.detect(Buffer.from(hex, 'hex'))).join(' '));
JS
seen=$(node detect.mjs)
echo "chardet 2.2.0: $seen"
[ "$seen" = 'ISO-8859-2 EUC-KR' ]
