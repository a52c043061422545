import { z } from 'zod';
import type { RecordName } from '#content/records/prepare-record.ts';
import { getKind } from '#kinds/kinds.ts';
import { recordKinds } from '#kinds/registry.ts';

/** Records as calls name them. */

export const recordKind = z.enum(recordKinds, 'There are no records of this kind');
export const recordId = z.union([z.int().positive(), z.string().min(1).max(40)]);

const plain = z.object({ kind: recordKind, id: recordId });
export const idMessage = { path: ['id'], message: 'There is no such id' };
/** Whether the id is one that records of the kind have. */
export const isNamed = (name: z.output<typeof plain>) =>
  getKind(name.kind).schema.shape['id']?.safeParse(name.id).success === true;
export const recordName = plain.refine(isNamed, idMessage);

/** So many drafts of records are published with a page. */
export const maxRecordsAlong = 50;

export function listKinds(names: readonly RecordName[]): RecordName['kind'][] {
  return [...new Set(names.map((name) => name.kind))];
}
