import { z } from 'zod';
import { productStatuses } from '#domain/vocabulary.ts';
import { describeStatus } from '../product-status.ts';
import { definePicked } from '../reading/picked.ts';
import { pictured, getThumbnail } from '../reading/pictures.ts';

const seriesRow = z
  .object({
    id: z.number(),
    name: z.string(),
    display_name: z.string(),
    slug: z.string(),
    status: z.enum(productStatuses),
    images: pictured,
  })
  .transform(({ display_name, images, ...row }) => {
    const thumbnail = getThumbnail(images);
    return {
      ...row,
      state: describeStatus(row.status),
      displayName: display_name,
      image: thumbnail === null ? null : { imageUrl: thumbnail },
      thumbnail,
    };
  });

export const picked = definePicked({
  columns: 'id, name, display_name, slug, status, images(hash, widths)',
  row: seriesRow,
});
