import { z } from 'zod';

const withoutHighlights = z.looseObject({
  source: z.literal('manual').default('manual'),
  highlights: z.array(z.unknown()).max(0).default([]),
});

/**
 * Version 1 could be hand-written and empty, which rendered a blank strip: it now lists the positions, like a new
 * module.
 */
export function listPositions(data: unknown): unknown {
  const parsed = withoutHighlights.safeParse(data);
  return parsed.success ? { ...parsed.data, source: 'jobs' } : data;
}
