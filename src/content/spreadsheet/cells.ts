import type { KindName } from '#kinds/registry.ts';
import type { SheetColumn } from '#schema/sheet-columns.ts';
import type { Json } from '#schema/record-fields.ts';
import { plainText, richTextSchema } from '#schema/rich-text.ts';

/** How cells name a record of another kind, e.g. with its slug. */
type WordOf = (kind: KindName, id: number) => string;

/**
 * A value of a record as the cell of a spreadsheet: choices in words, lists of records with semicolons between, texts one below
 * the other, formatted text without its form.
 */
export function writeCell(
  { meta }: Pick<SheetColumn, 'meta'>,
  value: Json | undefined,
  wordOf: WordOf,
): string | number {
  if (value === null || value === undefined) return '';
  switch (meta.widget) {
    case 'number':
    case 'coordinate':
      return typeof value === 'number' ? value : asText(value);
    case 'checkbox':
      return value === true ? 'yes' : 'no';
    case 'select':
    case 'radio':
    case 'colour':
      return meta.options.find((option) => option.value === asText(value))?.label ?? asText(value);
    case 'reference':
      return typeof value === 'number' ? wordOf(meta.kind, value) : asText(value);
    case 'references': {
      const ids = Array.isArray(value) ? value.filter((id) => typeof id === 'number') : [];
      return ids.map((id) => wordOf(meta.kind, id)).join('; ');
    }
    case 'sites':
    case 'locales':
    case 'countries':
      return Array.isArray(value) ? value.map(asText).join(', ') : asText(value);
    case 'texts':
      return Array.isArray(value) ? value.map(asText).join('\n') : asText(value);
    case 'rich-text': {
      const document = richTextSchema.safeParse(value);
      return document.success ? plainText(document.data) : asText(value);
    }
    default:
      return asText(value);
  }
}

function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
