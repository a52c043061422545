/**
 * A number as every table and list shows it to people: in groups of three figures, so that numbers stand below each other.
 *
 * @example showNumber(48500) // '48,500'
 */
export function showNumber(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 20 });
}
