/** A text that a spreadsheet would take for a formula, also behind spaces. */
const formula = /^\s*[=+\-@\t\r\n|%]/;

/**
 * A cell of a CSV file. Text of visitors is escaped, so that a spreadsheet does not run it as a formula. Numbers stay
 * numbers.
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
