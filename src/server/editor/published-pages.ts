import { z } from 'zod';
import type { EditedRecord } from '#changes/publish-history.ts';

const live = z.object({ revision_id: z.number(), parent_id: z.number().nullable() });

/** What a publish of a page has written down of its live addresses: the revision, and the page above it. */
export function liveSide(
  rows: EditedRecord | readonly EditedRecord[],
  side: 'before' | 'after',
): z.infer<typeof live> | null {
  for (const row of [rows].flat()) {
    const parsed = row.table === 'published_page_locales' ? live.safeParse(row[side]) : null;
    if (parsed?.success) return parsed.data;
  }
  return null;
}

/** The revisions that were live before and after; of one side where it is named. */
export function listRevisions(
  rows: EditedRecord | readonly EditedRecord[],
  only?: 'before' | 'after' | number,
): number[] {
  const sides = only === 'before' || only === 'after' ? [only] : (['before', 'after'] as const);
  return sides.flatMap((side) => liveSide(rows, side)?.revision_id ?? []);
}
