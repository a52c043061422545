import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list } from '#schema/fields.ts';
import { listMaxima, videoTeaserItem } from '#schema/item-shapes.ts';

export const description = 'one to three videos, loaded when they are played';

export const videoGroup = defineModule({
  type: 'VIDEO_GROUP',
  displayName: 'Video',
  group: 'Pictures and videos',
  also: ['film', 'YouTube'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    videos: list(videoTeaserItem, { label: 'Videos', itemLabel: 'video', min: 1, max: listMaxima.videos }),
  }),
  defaults: {},
  placeholders: {
    videos: [{ title: 'What the video shows', body: 'One sentence on what the viewer learns from it.' }],
  },
  waitsFor: ({ videos }) =>
    videos.every(({ video, videoUrl }) => video === null && videoUrl.trim() === '')
      ? 'Choose a video, or enter the address of one.'
      : null,
});
