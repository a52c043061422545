import type { ResolvedRecords } from '#view-model/resolved.ts';
import { resolveImage } from '../image/resolve.ts';
import type { ReadContext } from '../reading/context.ts';
import { localText } from '../reading/local-text.ts';
import type { RecordRow } from '../shapes.ts';

export function resolveVideo(row: RecordRow<'video'>, context: ReadContext): ResolvedRecords['video'] {
  return {
    id: row.id,
    title: localText(row.localized, context.locale, 'title') ?? '',
    videoUrl: row.video_url,
    image: resolveImage(row.image, context),
  };
}
