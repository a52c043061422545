import { z } from 'zod';
import { productStatuses } from '#domain/vocabulary.ts';
import { describeStatus } from '../product-status.ts';
import { definePicked } from '../reading/picked.ts';
import { englishTexts, pictured, getThumbnail } from '../reading/pictures.ts';

const product = z
  .object({
    id: z.number(),
    name: z.string(),
    display_name: z.string(),
    slug: z.string(),
    status: z.enum(productStatuses),
    product_class: z.string().nullable(),
    series: z.object({ display_name: z.string() }).nullable(),
    categories: z.object({ localized: englishTexts({ title: z.string() }) }).nullable(),
    product_images: z.array(z.object({ position: z.number(), images: pictured })),
  })
  .transform(({ display_name, product_class, series, categories, product_images, ...row }) => {
    const pictures = product_images
      .toSorted((a, b) => a.position - b.position)
      .map(({ images }) => getThumbnail(images))
      .filter((file) => file !== null);
    return {
      ...row,
      state: describeStatus(row.status),
      displayName: display_name,
      series: series && { name: series.display_name },
      primaryCategory: categories && { name: categories.localized.en?.title ?? '' },
      productClass: product_class === null ? null : { name: product_class },
      images: pictures.map((file) => ({ file })),
      thumbnail: pictures[0] ?? null,
    };
  });

export const picked = definePicked({
  columns:
    'id, name, display_name, slug, status, product_class, series(display_name), categories(localized), product_images(position, images(hash, widths))',
  row: product,
});
