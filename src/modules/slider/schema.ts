import { z } from 'zod';
import { parseVideo } from '#domain/videos.ts';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list } from '#schema/fields.ts';
import { slideItem } from '#schema/item-shapes.ts';

export const description = 'slides that follow each other';

export const slider = defineModule({
  type: 'SLIDER',
  displayName: 'Vertical slider',
  version: 2,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    slides: list(slideItem, {
      label: 'Slides',
      itemLabel: 'slide',
      min: 1,
      max: 8,
    }),
  }),
  defaults: {},
  upgrades: { 1: withoutOtherVideos },
});

const firstVersion = z.looseObject({ slides: z.array(z.unknown()) });
const slideWithVideo = z.looseObject({ videoUrl: z.string() });

/** Version 1 took any text for a video, and showed those of the one platform. */
function withoutOtherVideos(data: unknown): unknown {
  const parsed = firstVersion.safeParse(data);
  if (!parsed.success) return data;
  const slides = parsed.data.slides.map((slide) => {
    const { data: known } = slideWithVideo.safeParse(slide);
    return known && parseVideo(known.videoUrl) === null ? { ...known, videoUrl: '' } : slide;
  });
  return { ...parsed.data, slides };
}
