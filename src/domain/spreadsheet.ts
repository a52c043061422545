/** A text that a spreadsheet would take for a formula, also behind spaces. */
const formula = /^\s*[=+\-@\t\r\n|%]/;

/**
 * A cell of a CSV file. What a visitor has written is text, whatever it begins with: a spreadsheet that opens the file must not
 * compute it. Numbers stay numbers.
 */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** A line of a CSV file (RFC 4180). */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}
