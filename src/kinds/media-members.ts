import { z } from 'zod';
import { getKeys } from '#domain/objects.ts';
import { mediaKinds } from '#domain/media/media-library.ts';
import { type JsonObject, hidden } from '#schema/record-fields.ts';
import type { PartRows, StagedRow } from './contract.ts';

const ids = z.array(z.int().positive()).refine((all) => new Set(all).size === all.length, 'A medium is named twice');
const schema = z.partialRecord(z.enum(mediaKinds), ids).default({});
type Members = z.output<typeof schema>;

const row = z.object({ kind: z.enum(mediaKinds), record_id: z.number() });

/** The media of a folder or a tag: ids by kind. They are no use of a medium, and one that is gone is no error. */
export const members = () => hidden(schema, 'Media');

/** The media as rows of their table. */
export function memberRows(table: string, owner: string, id: number, media: Members): StagedRow[] {
  return getKeys(media).flatMap((kind) =>
    (media[kind] ?? []).map((member) => ({ table, row: { [owner]: id, kind, record_id: member } })),
  );
}

/** The media of these rows, in the same order each time. */
export function readMembers(rows: ReturnType<PartRows>): JsonObject {
  const found = z.array(row).parse(rows);
  const of = Map.groupBy(found, ({ kind }) => kind);
  return Object.fromEntries(
    mediaKinds.flatMap((kind) => {
      const own = of.get(kind)?.map((member) => member.record_id) ?? [];
      return own.length > 0 ? [[kind, own.toSorted((a, b) => a - b)]] : [];
    }),
  );
}
