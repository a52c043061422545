import type { Frame } from '#view-model/frame.ts';
import { ownPage as article } from './article/own-page.ts';
import { ownPage as author } from './author/own-page.ts';
import { ownPage as employeeStory } from './employee-story/own-page.ts';
import { ownPage as event } from './event/own-page.ts';
import { ownPage as inventoryItem } from './inventory-item/own-page.ts';
import type { PagedKind } from './places.ts';
import { ownPage as post } from './post/own-page.ts';
import { ownPage as product } from './product/own-page.ts';
import type { OwnPage } from './reading/own-page.ts';
import { ownPage as tag } from './tag/own-page.ts';

/** The pages of the kinds whose records have one each. */
const ownPages = {
  product,
  inventory: inventoryItem,
  article,
  event,
  post,
  employee_story: employeeStory,
  tag,
  author,
} satisfies { readonly [K in PagedKind]: OwnPage<{ kind: K; frame: Frame }> };
type OwnPages = typeof ownPages;

/** What the page of a record shows. */
export type RecordContent = NonNullable<Awaited<ReturnType<OwnPages[PagedKind]['read']>>>;

/** How the page of each record of a kind is read. */
export function ownPageOf(kind: PagedKind): OwnPage<RecordContent> {
  return ownPages[kind];
}
