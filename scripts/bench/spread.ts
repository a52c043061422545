export type Spread = { median: number; p95: number; samples: number };

/** The median and the 95th percentile; not a number where there are no samples. */
export function spread(all: readonly number[]): Spread {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95), samples: sorted.length };
}
