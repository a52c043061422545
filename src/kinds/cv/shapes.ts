import { z } from 'zod';
import { imageRow } from '../image/shapes.ts';
import { localized } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

const cvRow = z.object({
  id: makeRowId('cv'),
  name: z.string(),
  contact_url: z.string().nullable(),
  linkedin_url: z.string().nullable(),
  organisation_level: z.enum(['board', 'management', 'team']).nullable(),
  localized: localized({
    position: z.string(),
    additional_text: z.string().nullish(),
    summary: z.string().nullish(),
    experience: z.string().nullish(),
    education: z.string().nullish(),
  }),
  image: imageRow.nullable(),
});
export type CvRow = z.infer<typeof cvRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { cv: cvRow };
