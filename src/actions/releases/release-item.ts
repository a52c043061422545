import { z } from 'zod';
import { exactMoment } from '#domain/values/moment.ts';
import type { ReleaseItem } from '#changes/releases/change-release.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, recordKinds } from '#kinds/registry.ts';

export const id = z.int().positive();

const page = z.object({ page: id });

const record = z
  .object({
    kind: z.enum(recordKinds, 'There are no records of this kind'),
    id: z.union([id, z.string().min(1).max(40)]),
    /** When the draft was saved that the caller has seen. */
    savedAt: exactMoment().optional(),
  })
  .refine(({ kind, id: ref }) => getKind(kind).schema.shape['id']?.safeParse(ref).success === true, {
    path: ['id'],
    message: 'There is no such id',
  });

export const item = z.union([page, record]);

/** The kinds of the records among some items. */
export function listKinds(items: readonly ReleaseItem[]): KindName[] {
  return [...new Set(items.flatMap((one) => ('kind' in one ? [one.kind] : [])))];
}
