import { z } from 'zod';
import { definePicked } from '../reading/picked.ts';
import { englishTexts } from '../reading/pictures.ts';

const titled = englishTexts({ title: z.string() });

const category = z
  .object({
    id: z.number(),
    slug: z.string(),
    localized: titled,
    category_properties: z.array(
      z.object({
        role: z.enum(['primary', 'secondary']),
        position: z.number(),
        properties: z.object({ key: z.string(), localized: titled }),
      }),
    ),
  })
  .transform(({ localized, category_properties, ...row }) => {
    const named = (role: 'primary' | 'secondary') =>
      category_properties
        .filter((own) => own.role === role)
        .toSorted((a, b) => a.position - b.position)
        .map(({ properties }) => ({ key: properties.key, title: properties.localized.en?.title ?? properties.key }));
    return {
      ...row,
      title: localized.en?.title ?? row.slug,
      primaryProperties: named('primary'),
      secondaryProperties: named('secondary'),
    };
  });

export const picked = definePicked({
  columns: 'id, slug, localized, category_properties(role, position, properties(key, localized))',
  row: category,
});
