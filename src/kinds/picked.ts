import type { z } from 'zod';
import type { Picked } from './reading/picked.ts';
import type { ReferenceKind } from './registry.ts';
// <kinds> `npm run docs` writes these lines.
import { picked as image } from './image/picked.ts';
import { picked as vector } from './vector/picked.ts';
import { picked as file } from './file/picked.ts';
import { picked as document } from './document/picked.ts';
import { picked as video } from './video/picked.ts';
import { picked as webinar } from './webinar/picked.ts';
import { picked as category } from './category/picked.ts';
import { picked as series } from './series/picked.ts';
import { picked as product } from './product/picked.ts';
import { picked as location } from './location/picked.ts';
import { picked as cv } from './cv/picked.ts';
import { picked as storyGroup } from './story-group/picked.ts';
import { picked as storyCategory } from './story-category/picked.ts';
import { picked as employeeStory } from './employee-story/picked.ts';
import { picked as form } from './form/picked.ts';
import { picked as link } from './link/picked.ts';
import { picked as sharedModule } from './shared-module/picked.ts';
import { picked as page } from './page/picked.ts';
// </kinds>

const read = {
  // <kinds> `npm run docs` writes these lines.
  image,
  vector,
  file,
  document,
  video,
  webinar,
  category,
  series,
  product,
  location,
  cv,
  story_group: storyGroup,
  story_category: storyCategory,
  employee_story: employeeStory,
  form,
  link,
  shared_module: sharedModule,
  page,
  // </kinds>
} as const satisfies { readonly [K in ReferenceKind]: Picked<{ id: number }> };

/** A record as a picker shows it. */
export type PickedItem<K extends ReferenceKind> = z.output<(typeof read)[K]['row']>;

/** How pickers read the records of each kind that editors choose from. */
export const picked: { readonly [K in ReferenceKind]: Picked<PickedItem<K>> } = read;
