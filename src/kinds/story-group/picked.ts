import { z } from 'zod';
import { definePicked } from '../reading/picked.ts';
import { englishTexts } from '../reading/pictures.ts';

const named = z
  .object({ id: z.number(), localized: englishTexts({ name: z.string() }) })
  .transform(({ id, localized }) => ({ id, name: localized.en?.name ?? '' }));

/** Of groups and categories of stories alike. */
export const picked = definePicked({ columns: 'id, localized', row: named });
