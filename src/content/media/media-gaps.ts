import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type MediaGap, listGaps } from '#domain/media/media-gaps.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { isUploadKind } from '#domain/media/upload-kinds.ts';
import type { Client } from '#content/clients/client.ts';
import { listRecordPlaces } from '#content/records/record-places.ts';
import type { KindName } from '#kinds/registry.ts';

/** The ids of media with a gap, at most 10,000, the newest first. */
export async function findGaps(client: Client, kind: KindName, gap: MediaGap): Promise<Result<number[]>> {
  if (!isUploadKind(kind) || !listGaps(kind).includes(gap)) {
    const message = 'Records of this kind are never without it.';
    return fail('invalid', message, [{ path: ['gap'], message }]);
  }
  const [what = '', locale = ''] = gap.split('.');
  const places = listRecordPlaces(kind).map((place) => ({ ...place, path: place.path.replace(' ? (@ == $id)', '') }));
  return ok(
    await callFunction(client, 'media_gaps', z.array(z.int()), {
      p_kind: kind,
      p_gap: what,
      p_locale: locale,
      p_places: places,
    }),
  );
}
