import type { z } from 'zod';
import type { Kind } from './contract.ts';
import type { KindName } from './registry.ts';
// <kinds> `npm run docs` writes these lines.
import { site } from './site/kind.ts';
import { image } from './image/kind.ts';
import { vector } from './vector/kind.ts';
import { file } from './file/kind.ts';
import { document } from './document/kind.ts';
import { video } from './video/kind.ts';
import { webinar } from './webinar/kind.ts';
import { property } from './property/kind.ts';
import { category } from './category/kind.ts';
import { application } from './application/kind.ts';
import { series } from './series/kind.ts';
import { product } from './product/kind.ts';
import { channelPartner } from './channel-partner/kind.ts';
import { representative } from './representative/kind.ts';
import { inventoryItem } from './inventory-item/kind.ts';
import { faq } from './faq/kind.ts';
import { tag } from './tag/kind.ts';
import { author } from './author/kind.ts';
import { article } from './article/kind.ts';
import { event } from './event/kind.ts';
import { post } from './post/kind.ts';
import { location } from './location/kind.ts';
import { cv } from './cv/kind.ts';
import { storyGroup } from './story-group/kind.ts';
import { storyCategory } from './story-category/kind.ts';
import { employeeStory } from './employee-story/kind.ts';
import { job } from './job/kind.ts';
import { form } from './form/kind.ts';
import { link } from './link/kind.ts';
import { sharedModule } from './shared-module/kind.ts';
import { page } from './page/kind.ts';
import { pageRevision } from './page-revision/kind.ts';
import { draftSave } from './draft-save/kind.ts';
import { menu } from './menu/kind.ts';
import { redirect } from './redirect/kind.ts';
import { stockQuote } from './stock-quote/kind.ts';
import { investorPublication } from './investor-publication/kind.ts';
import { searchSynonym } from './search-synonym/kind.ts';
import { mediaFolder } from './media-folder/kind.ts';
import { mediaTag } from './media-tag/kind.ts';
import { savedSection } from './saved-section/kind.ts';
// </kinds>

/** The definitions of the kinds in the registry. */
export const kinds = {
  // <kinds> `npm run docs` writes these lines.
  site,
  image,
  vector,
  file,
  document,
  video,
  webinar,
  property,
  category,
  application,
  series,
  product,
  channel_partner: channelPartner,
  representative,
  inventory_item: inventoryItem,
  faq,
  tag,
  author,
  article,
  event,
  post,
  location,
  cv,
  story_group: storyGroup,
  story_category: storyCategory,
  employee_story: employeeStory,
  job,
  form,
  link,
  shared_module: sharedModule,
  page,
  page_revision: pageRevision,
  draft_save: draftSave,
  menu,
  redirect,
  stock_quote: stockQuote,
  investor_publication: investorPublication,
  search_synonym: searchSynonym,
  media_folder: mediaFolder,
  media_tag: mediaTag,
  saved_section: savedSection,
  // </kinds>
} as const satisfies { readonly [K in KindName]: Kind<K> };

/** The same for any kind. */
export function getKind<K extends KindName>(kind: K): Kind<K> {
  const definitions: { readonly [N in KindName]: Kind<N> } = kinds;
  return definitions[kind];
}

/** A record of a kind, as a bundle has it. */
export type RecordOf<K extends KindName> = z.output<(typeof kinds)[K]['schema']>;
