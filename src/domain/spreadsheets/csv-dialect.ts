/** How a spreadsheet program of a country reads and writes CSV. */
export type CsvDialect = { separator: ',' | ';'; decimal: '.' | ',' };

const plain: CsvDialect = { separator: ',', decimal: '.' };

/**
 * The dialect that a person's spreadsheet program most likely opens in columns by a double-click: that of the languages of the
 * browser. Where decimals are written with a comma, lists are with semicolons, and in Switzerland they are too.
 *
 * @param languages the header `Accept-Language`
 */
export function csvDialectFor(languages: string | null): CsvDialect {
  const tag = languages?.split(/[,;]/)[0]?.trim() ?? '';
  if (tag === '' || tag === '*') return plain;
  try {
    const { region } = new Intl.Locale(tag).maximize();
    const parts = new Intl.NumberFormat(tag, { numberingSystem: 'latn' }).formatToParts(1.5);
    const decimal = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
    return { separator: decimal === ',' || region === 'CH' || region === 'LI' ? ';' : ',', decimal };
  } catch {
    return plain;
  }
}
