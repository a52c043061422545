import { z } from 'zod';
import { parseVideo } from '#domain/media/videos.ts';

const firstVersion = z.looseObject({ slides: z.array(z.unknown()) });
const slideWithVideo = z.looseObject({ videoUrl: z.string() });

/** Version 1 took any text for a video, and showed those of the one platform. */
export function leaveOutOtherVideos(data: unknown): unknown {
  const parsed = firstVersion.safeParse(data);
  if (!parsed.success) return data;
  const slides = parsed.data.slides.map((slide) => {
    const { data: known } = slideWithVideo.safeParse(slide);
    return known && parseVideo(known.videoUrl) === null ? { ...known, videoUrl: '' } : slide;
  });
  return { ...parsed.data, slides };
}
