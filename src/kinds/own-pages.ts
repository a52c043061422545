import type { Frame } from '#view-model/frame.ts';
import type { PagedKind } from './places.ts';
import type { OwnPage, OwnPageReading, ShownBy } from './reading/own-page.ts';
import type { ShapeName } from './shapes.ts';
// <kinds> `npm run docs` writes these lines.
import { ownPage as product } from './product/own-page.ts';
import { ownPage as inventoryItem } from './inventory-item/own-page.ts';
import { ownPage as tag } from './tag/own-page.ts';
import { ownPage as author } from './author/own-page.ts';
import { ownPage as article } from './article/own-page.ts';
import { ownPage as event } from './event/own-page.ts';
import { ownPage as post } from './post/own-page.ts';
import { ownPage as employeeStory } from './employee-story/own-page.ts';
// </kinds>

/** The pages of the kinds whose records have one each. */
const ownPages = {
  // <kinds> `npm run docs` writes these lines.
  product,
  inventory: inventoryItem,
  tag,
  author,
  article,
  event,
  post,
  employee_story: employeeStory,
  // </kinds>
} satisfies { readonly [K in PagedKind]: OwnPage<K, object> };

/** What the page of a record of each kind shows. */
export type Shown = { [K in PagedKind]: ShownBy<(typeof ownPages)[K]> };

/** The page of a record, as it is read. */
export type RecordContent<K extends PagedKind = PagedKind> = {
  [P in K]: { kind: P; frame: Frame; shown: Shown[P] };
}[K];

/** How the page of each record of a kind is read. */
export function getOwnPage(kind: PagedKind): {
  shapes: readonly ShapeName[];
  read: (id: number, reading: OwnPageReading) => Promise<RecordContent | null>;
} {
  return ownPages[kind];
}
