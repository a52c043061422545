import { z } from 'zod';
import { exactMoment } from '#domain/values/moment.ts';
import type { ReleaseItem } from '#changes/releases/change-release.ts';
import type { KindName } from '#kinds/registry.ts';
import { idMessage, isNamed, recordId, recordKind } from '../record-names.ts';

export const id = z.int().positive();

const page = z.object({ page: id });

const record = z
  .object({
    kind: recordKind,
    id: recordId,
    /** When the draft was saved that the caller has seen. */
    savedAt: exactMoment().optional(),
  })
  .refine(isNamed, idMessage);

export const item = z.union([page, record]);

/** The kinds of the records among some items. */
export function listKinds(items: readonly ReleaseItem[]): KindName[] {
  return [...new Set(items.flatMap((one) => ('kind' in one ? [one.kind] : [])))];
}
