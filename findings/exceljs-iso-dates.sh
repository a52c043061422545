#!/usr/bin/env bash
# exceljs 4.4.0 reads a cell whose date is ISO 8601 text (type "d", ECMA-376 part 1, 18.18.11; openpyxl writes it with iso_dates) as the
# number of its year: 29 March 2026 is the number 2026, which is 18 July 1905 as a date. The cell is valid and is read without an error.
# Seen: "number 2026".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 fflate@0.8.2
cat > read.mjs <<'JS'
import ExcelJS from 'exceljs';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

const written = new ExcelJS.Workbook();
written.addWorksheet('Deliveries').addRows([['Part', 'Delivered'], ['SHX-40', 'here']]);
const files = unzipSync(new Uint8Array(await written.xlsx.writeBuffer()));
const name = 'xl/worksheets/sheet1.xml';
const sheet = strFromU8(files[name]);
const dated = sheet.replace(/<c r="B2"[^>]*>.*?<\/c>/, '<c r="B2" t="d"><v>2026-03-29T00:00:00</v></c>');
if (dated === sheet) throw new Error('The cell was not found');
files[name] = strToU8(dated);

const read = new ExcelJS.Workbook();
await read.xlsx.load(Buffer.from(zipSync(files)));
const { value } = read.worksheets[0].getCell('B2');
console.log(`${typeof value} ${value}`);
JS
seen=$(node read.mjs)
echo "exceljs 4.4.0: $seen"
[ "$seen" = 'number 2026' ]
