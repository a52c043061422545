import { z } from 'zod';
import { richTextSchema } from '#schema/rich-text.ts';
import { imageRow } from '../image/shapes.ts';
import { localized } from '../reading/localized-row.ts';
import { placed } from '../reading/placed-row.ts';

const namedPart = z.object({ id: z.number(), localized: localized({ name: z.string() }) });
const employeeStory = {
  id: z.number(),
  ...placed,
  publish_from: z.string(),
  texts: localized({ title: z.string(), teaser: z.string() }),
  has_video: z.boolean(),
  category: namedPart,
  groups: z.array(namedPart),
  image: imageRow.nullable(),
};
export const employeeStoryRow = z.object(employeeStory);
export type EmployeeStoryRow = z.infer<typeof employeeStoryRow>;

export const employeeStoryDetailRow = z.object({
  ...employeeStory,
  video_url: z.string().nullable(),
  updated_at: z.string(),
  localized: localized({ body: richTextSchema }),
});
export type EmployeeStoryDetailRow = z.infer<typeof employeeStoryDetailRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { employee_story: employeeStoryRow, employee_story_detail: employeeStoryDetailRow };
