import type { z } from 'zod';
// <kinds> `npm run docs` writes these lines.
import { shapes as image } from './image/shapes.ts';
import { shapes as vector } from './vector/shapes.ts';
import { shapes as file } from './file/shapes.ts';
import { shapes as document } from './document/shapes.ts';
import { shapes as video } from './video/shapes.ts';
import { shapes as webinar } from './webinar/shapes.ts';
import { shapes as category } from './category/shapes.ts';
import { shapes as series } from './series/shapes.ts';
import { shapes as catalog } from './product/catalog-shapes.ts';
import { shapes as product } from './product/shapes.ts';
import { shapes as inventoryItem } from './inventory-item/shapes.ts';
import { shapes as tag } from './tag/shapes.ts';
import { shapes as author } from './author/shapes.ts';
import { shapes as article } from './article/shapes.ts';
import { shapes as event } from './event/shapes.ts';
import { shapes as post } from './post/shapes.ts';
import { shapes as location } from './location/shapes.ts';
import { shapes as cv } from './cv/shapes.ts';
import { shapes as storyGroup } from './story-group/shapes.ts';
import { shapes as storyCategory } from './story-category/shapes.ts';
import { shapes as employeeStory } from './employee-story/shapes.ts';
import { shapes as form } from './form/shapes.ts';
import { shapes as link } from './link/shapes.ts';
import { shapes as sharedModule } from './shared-module/shapes.ts';
import { shapes as page } from './page/shapes.ts';
// </kinds>

/**
 * The rows that the database's read functions return, by shape name: a kind's own name for what lists and references show of
 * a record, `<kind>_detail` for its own page. All of these rows are parsed with these schemas.
 */
export const shapes = {
  // <kinds> `npm run docs` writes these lines.
  ...image,
  ...vector,
  ...file,
  ...document,
  ...video,
  ...webinar,
  ...category,
  ...series,
  ...catalog,
  ...product,
  ...inventoryItem,
  ...tag,
  ...author,
  ...article,
  ...event,
  ...post,
  ...location,
  ...cv,
  ...storyGroup,
  ...storyCategory,
  ...employeeStory,
  ...form,
  ...link,
  ...sharedModule,
  ...page,
  // </kinds>
};
export type ShapeName = keyof typeof shapes;
export type RecordRow<N extends ShapeName> = z.output<(typeof shapes)[N]>;
