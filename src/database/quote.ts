/** A string as it is written in SQL. */
export function literal(value: string): string {
  const quoted = `'${value.replaceAll("'", "''")}'`;
  return value.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}

export function identifier(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}
