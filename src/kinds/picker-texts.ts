/** Formats that the pickers of several kinds share. */

export function describeDay(time: string | null): string | null {
  return time === null ? null : new Date(time).toLocaleDateString('en-GB', { dateStyle: 'medium' });
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** The size of a file, e.g. `1.2 MB`. */
export function describeSize(bytes: number | null): string | null {
  if (bytes === null) return null;
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = { style: 'unit', unit: units[step], unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat('en', format).format(bytes / 1000 ** step);
}
