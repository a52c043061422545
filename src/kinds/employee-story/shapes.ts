import { z } from 'zod';
import { exactMoment } from '#domain/values/moment.ts';
import { richTextSchema } from '#schema/rich-text.ts';
import { imageRow } from '../image/shapes.ts';
import { localized } from '../reading/localized-row.ts';
import { placed } from '../reading/placed-row.ts';
import { makeRowId } from '../reading/row-id.ts';

const named = { localized: localized({ name: z.string() }) };
const employeeStory = {
  id: makeRowId('employee_story'),
  ...placed,
  publish_from: exactMoment(),
  texts: localized({ title: z.string(), teaser: z.string() }),
  has_video: z.boolean(),
  category: z.object({ id: makeRowId('story_category'), ...named }),
  groups: z.array(z.object({ id: makeRowId('story_group'), ...named })),
  image: imageRow.nullable(),
};
const employeeStoryRow = z.object(employeeStory);
export type EmployeeStoryRow = z.infer<typeof employeeStoryRow>;

const employeeStoryDetailRow = z.object({
  ...employeeStory,
  video_url: z.string().nullable(),
  updated_at: exactMoment(),
  localized: localized({ body: richTextSchema }),
});
export type EmployeeStoryDetailRow = z.infer<typeof employeeStoryDetailRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { employee_story: employeeStoryRow, employee_story_detail: employeeStoryDetailRow };

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  stories: z.object({ items: z.array(employeeStoryRow), next_change_at: z.string().nullable() }),
};
