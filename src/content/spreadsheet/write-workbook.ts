import { PassThrough, Readable, pipeline } from 'node:stream';
import { ZipFile } from 'yazl';
import { cutText } from '#domain/text/cut-text.ts';
import { cellMoment, type Holding, type SheetCell, type SheetTable } from '#domain/spreadsheets/spreadsheet.ts';

/**
 * Writes a table as a workbook (`.xlsx`, ECMA-376) while its rows are read. Texts are texts, whatever they look like, and no cell is a
 * formula: what a program would make of `007`, `1E5`, `3/4` or `=1+1` when it is typed, it does not make of it here.
 */
export function writeWorkbook(table: SheetTable): Readable {
  const zip = new ZipFile();
  const body = new PassThrough();
  const sheet = Readable.from(sheetXml(table));
  sheet.on('error', (error) => body.destroy(error));
  for (const [name, text] of Object.entries(makeFrame(table.title))) zip.addBuffer(Buffer.from(text), name);
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { compressionLevel: 3 });
  zip.end();
  // Whoever stops reading ends the reading of rows.
  pipeline(zip.outputStream, body, () => sheet.destroy());
  return body;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The places of formats in `cellXfs` below. */
const styles = { plain: 0, head: 1, text: 2, day: 3, moment: 4 } as const;
const cellStyles = {
  text: styles.text,
  number: styles.plain,
  day: styles.day,
  moment: styles.moment,
} as const satisfies Record<Holding, number>;

/** Days and moments look as ISO 8601 writes them, so that a program writes them like that into CSV, in every country. */
const styleSheet = `<styleSheet xmlns="${main}">
<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="5">${[
  [0, 0],
  [49, 1],
  [49, 0],
  [164, 0],
  [165, 0],
]
  .map(
    ([format, font]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  )
  .join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;

/** All files of a workbook but its sheet. */
function makeFrame(title: string): Record<string, string> {
  const override = (part: string, type: string) => `<Override PartName="${part}" ContentType="${types}.${type}+xml"/>`;
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/worksheets/sheet1.xml', 'worksheet')}${override('/xl/styles.xml', 'styles')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${packageRelations}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escapeXml(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}">${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': styleSheet,
  };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, head + text]));
}

/** What programs take as the name of a sheet: 31 characters, none of a few signs, and no apostrophe at an end. */
function sheetName(title: string): string {
  const plain = title
    .replaceAll(/[[\]:*?/\\'\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const cut = cutText(plain, 30);
  return cut !== '' && cut.length <= 31 ? cut : 'Table';
}

/** A sheet has so many rows, the one with the names of the columns included. */
const largestSheet = 1_048_576;

async function* sheetXml({ columns, rows }: SheetTable): AsyncGenerator<string, void, undefined> {
  const widths = columns.map(({ label, holds }, index) => {
    const width = Math.min(48, Math.max(holds === 'moment' ? 20 : 12, label.length + 2));
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${cellStyles[holds]}" customWidth="1"/>`;
  });
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  // Some programs read no cell that does not say where it is.
  const letters = columns.map((_, index) => columnName(index));
  const rowXml = (row: number, cells: readonly (Cell | null)[]) =>
    `<row r="${row}">${cells.map((cell, index) => (cell === null ? '' : `<c r="${letters[index]}${row}" s="${cell.style}"${cell.body}</c>`)).join('')}</row>`;
  yield rowXml(
    1,
    columns.map(({ label }) => textCell(label, styles.head)),
  );
  let written = 1;
  for await (const part of rows) {
    const fitting = part.slice(0, Math.max(0, largestSheet - 1 - written));
    yield fitting.map((cells, index) => rowXml(written + index + 1, cells.map(toCell))).join('');
    written += fitting.length;
    if (fitting.length === part.length) continue;
    yield rowXml(largestSheet, [
      textCell('There are more rows than a sheet has. CSV and JSON have all of them.', styles.head),
    ]);
    break;
  }
  yield '</sheetData></worksheet>';
}

/** @example columnName(27) // 'AB' */
function columnName(index: number): string {
  const before = index < 26 ? '' : columnName(Math.floor(index / 26) - 1);
  return before + String.fromCharCode(65 + (index % 26));
}

/** The rest of a cell's element behind its address and style. */
type Cell = { style: number; body: string };

function toCell(value: SheetCell): Cell | null {
  if (value === '') return null;
  if (typeof value === 'string') return textCell(value, value.length > longestShown ? styles.plain : styles.text);
  if (typeof value === 'number') return numberCell(value, styles.plain);
  const isDay = 'day' in value;
  const serial = isDay ? toSerial(value.day) : serialOfMoment(value.at);
  if (serial === null) return toCell(isDay ? value.day : value.text);
  return numberCell(serial, isDay ? styles.day : styles.moment);
}

function numberCell(value: number, style: number): Cell {
  return { style, body: `><v>${value}</v>` };
}

/** Some versions of Excel show longer texts as number signs where the format of the cell is that of texts. */
const longestShown = 255;

const dayMilliseconds = 24 * 60 * 60 * 1000;
/** The number of 1 March 1900. Before it, programs differ by a day that there never was. */
const firstSerial = 61;

/** The number by which spreadsheets know a day; null where it is none, or they have no number for it. */
function toSerial(day: string): number | null {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  const serial = (time - Date.UTC(1899, 11, 30)) / dayMilliseconds;
  return serial >= firstSerial ? serial : null;
}

/** The same of a moment, by clocks at the company; null also where these do not tell it from another. */
function serialOfMoment(at: string): number | null {
  const time = Date.parse(at);
  if (Number.isNaN(time) || /\.\d*[1-9]/.test(at)) return null;
  const [day = '', clock = ''] = cellMoment(at).split(' ');
  const [hour = 0, minute = 0, second = 0] = clock.split(':').map(Number);
  const serial = toSerial(day);
  if (serial === null || isShownTwice(at)) return null;
  return Number((serial + (hour * 3600 + minute * 60 + second) / 86_400).toFixed(9));
}

/** Whether clocks show the same an hour before or after, as they do when summer time ends. */
function isShownTwice(at: string): boolean {
  const shown = cellMoment(at);
  const hour = 60 * 60 * 1000;
  return [-hour, hour].some((shift) => cellMoment(new Date(Date.parse(at) + shift).toISOString()) === shown);
}

/** A cell takes no longer text. */
const longestText = 32_767;
const cutNote = ' … (cut: a cell takes no more. CSV and JSON have all of it.)';

function textCell(value: string, style: number): Cell {
  const text =
    value.length <= longestText ? value : `${value.slice(0, longestText - cutNote.length).toWellFormed()}${cutNote}`;
  return { style, body: ` t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is>` };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML has it. Characters that XML does not take are written as these files do, `_x0007_`, and what looks like that is kept apart. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, toCode)
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

function toCode(sign: string): string {
  return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
