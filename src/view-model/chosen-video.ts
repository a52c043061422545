import { type Video, parseVideo } from '#domain/media/videos.ts';
import type { ResolvedRecords } from './resolved.ts';

type ItemWithVideo = { video: ResolvedRecords['video'] | null; videoUrl: string };

/**
 * The video of a list item: the one that was chosen from the library, else the one that its address names; null without either.
 *
 * @example chosenVideo({ video: null, videoUrl: 'abcdefghijk' }); // { provider: 'youtube', id: 'abcdefghijk' }
 */
export function chosenVideo({ video, videoUrl }: ItemWithVideo): Video | null {
  return parseVideo(video?.videoUrl ?? videoUrl);
}
