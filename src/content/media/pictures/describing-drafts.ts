import { z } from 'zod';
import { type Client, exactly, expectData } from '#content/clients/client.ts';
import type { PictureTexts } from '#domain/media/new-image.ts';
import type { PictureKind } from '#domain/media/upload-kinds.ts';
import { jsonObject } from '#schema/record-fields.ts';
import { readTexts } from './picture-texts.ts';

/** A picture, and its texts in the draft that is published by itself. */
export type DescribingDraft = PictureTexts & { kind: PictureKind; id: number; filename: string };

const draftRow = z.object({ kind: z.enum(['image', 'vector']), record_id: z.coerce.number(), data: jsonObject() });
const named = z.object({ filename: z.string().catch('') });

/** The drafts of pictures, of those that have one. */
export async function readDescribingDrafts(
  client: Client,
  pictures: readonly Pick<DescribingDraft, 'kind' | 'id'>[],
): Promise<DescribingDraft[]> {
  if (pictures.length === 0) return [];
  const query = client
    .from('record_drafts')
    .select('kind, record_id, data')
    .is('release_id', null)
    .in('kind', ['image', 'vector'])
    .filter('record_id', 'in', exactly(...new Set(pictures.map(({ id }) => String(id)))));
  const rows = await expectData('record_drafts', query, z.array(draftRow));
  return rows.map(({ kind, record_id: id, data }) => ({ kind, id, ...named.parse(data), ...readTexts(data) }));
}
