/** A record of a CSV file with the line that it begins in. */
type CsvRecord = { line: number; fields: string[] };

/**
 * Reads comma-separated values as RFC 4180 describes them: fields in double quotes may hold commas, line breaks and doubled
 * quotes. Empty lines are passed over. Null in place of the records says that a quotation mark is never closed.
 */
export function parseCsv(text: string): CsvRecord[] | null {
  const records: CsvRecord[] = [];
  let line = 1;
  let record: CsvRecord = { line, fields: [] };
  let field = '';
  let isQuoted = false;
  const endRecord = () => {
    record.fields.push(field);
    if (record.fields.length > 1 || field !== '') records.push(record);
    field = '';
  };
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === '\n') line += 1;
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (source.charAt(at + 1) === '"') {
        field += character;
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && field === '') isQuoted = true;
    else if (character === ',') {
      record.fields.push(field);
      field = '';
    } else if (character === '\n') {
      endRecord();
      record = { line, fields: [] };
    } else field += character;
  }
  endRecord();
  return isQuoted ? null : records;
}
