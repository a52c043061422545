import { z } from 'zod';
import { clipText } from '#domain/text/text.ts';
import type { KindName } from '#kinds/registry.ts';
import type { SheetColumn } from '#schema/sheet-columns.ts';
import type { Json } from '#schema/record-fields.ts';
import { type CellFormat, type CellValue, readDateCell, readNumberCell, unknownFormat } from '#schema/written-cell.ts';

/** The id of the record that a cell names. */
export type IdOf = (kind: KindName, word: string) => number | undefined;

const yes = new Set(['yes', 'y', 'true', '1', 'x', 'ja', 'wahr']);
const no = new Set(['no', 'n', 'false', '0', 'nein', 'falsch', '']);

/** The words with which a cell names records. */
export function wordsIn({ meta }: Pick<SheetColumn, 'meta'>, cell: string): string[] {
  if (meta.widget === 'reference') return cell.trim() === '' ? [] : [cell.trim()];
  return meta.widget === 'references' ? split(cell, ';') : [];
}

/** Reads a cell as the value of a column, the opposite of `writeCell`. The record's schema has the last word on it. */
export function readCell(
  column: Pick<SheetColumn, 'meta' | 'schema'>,
  cell: string,
  idOf: IdOf,
  format: CellFormat = unknownFormat,
): CellValue {
  const { meta, schema } = column;
  const text = cell.trim();
  if (text === '' && meta.widget !== 'checkbox') return { ok: true, value: getBlank(schema) };
  if (isError(text)) return refuse(`“${text}” is an error of the spreadsheet. Mend it there, and save the file again`);
  switch (meta.widget) {
    case 'number':
    case 'coordinate':
      return readNumberCell(column, cell, format);
    case 'date':
    case 'date-time':
      return readDateCell(column, cell, format);
    case 'checkbox': {
      const word = text.toLowerCase();
      return yes.has(word) || no.has(word) ? { ok: true, value: yes.has(word) } : refuse('Write yes or no');
    }
    case 'select':
    case 'radio':
    case 'colour': {
      const found = meta.options.find(
        ({ value, label }) => label.toLowerCase() === text.toLowerCase() || value === text,
      );
      if (!found) return refuse(`Write one of: ${meta.options.map(({ label }) => label).join(', ')}`);
      const isText = z.safeParse(schema, found.value).success;
      return { ok: true, value: isText ? found.value : Number(found.value) };
    }
    case 'reference': {
      const id = idOf(meta.kind, text);
      return id === undefined ? refuse(`There is none that is called “${clipText(text)}”`) : { ok: true, value: id };
    }
    case 'references': {
      const ids: number[] = [];
      for (const word of split(cell, ';')) {
        const id = idOf(meta.kind, word);
        if (id === undefined) return refuse(`There is none that is called “${clipText(word)}”`);
        ids.push(id);
      }
      return { ok: true, value: ids };
    }
    case 'sites':
    case 'locales':
    case 'countries':
      return { ok: true, value: split(cell, /[,;]/) };
    case 'texts':
      return { ok: true, value: split(cell, '\n') };
    case 'rich-text':
      return { ok: true, value: paragraphs(cell) };
    default:
      return { ok: true, value: cell };
  }
}

/** What spreadsheets show in place of a value: of a formula that fails, and of one that does not fit its column. */
function isError(text: string): boolean {
  return /^(?:#{3,}|#(?:NAME\?|N\/A|REF!|VALUE!|DIV\/0!|NUM!|NULL!|NV|WERT!|BEZUG!|ZAHL!|SPILL!|CALC!)|Err:\d{3})$/.test(
    text,
  );
}

function refuse(message: string): CellValue {
  return { ok: false, message };
}

function split(cell: string, at: string | RegExp): string[] {
  return cell
    .split(at)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** What an empty cell means: nothing, in the form that the field has for it. */
function getBlank(schema: z.core.$ZodType): Json | undefined {
  for (const value of [null, undefined, [], '']) if (z.safeParse(schema, value).success) return value;
  return '';
}

function paragraphs(cell: string): Json {
  const content = split(cell, /\n+/).map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }));
  return { type: 'doc', content };
}
