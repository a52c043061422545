import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { RecordContent, Shown } from './own-pages.ts';
import type { PagedKind } from './places.ts';
// <kinds> `npm run docs` writes these lines.
import { Page as product } from './product/Page.tsx';
import { Page as inventoryItem } from './inventory-item/Page.tsx';
import { Page as tag } from './tag/Page.tsx';
import { Page as author } from './author/Page.tsx';
import { Page as article } from './article/Page.tsx';
import { Page as event } from './event/Page.tsx';
import { Page as post } from './post/Page.tsx';
import { Page as employeeStory } from './employee-story/Page.tsx';
// </kinds>

/** The views of the pages of `own-pages.ts`. */
const pages: { readonly [K in PagedKind]: (props: Shown[K] & { context: ViewContext }) => ReactNode } = {
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
};

type RecordPageProps<K extends PagedKind> = { content: RecordContent<K>; context: ViewContext };

/** The page of a record. */
export function RecordPage<K extends PagedKind>({ content, context }: RecordPageProps<K>): ReactNode {
  return pages[content.kind]({ ...content.shown, context });
}
