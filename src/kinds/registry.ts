import { getKeys } from '#domain/objects.ts';
import { meta as site } from './site/meta.ts';
import { meta as image } from './image/meta.ts';
import { meta as vector } from './vector/meta.ts';
import { meta as file } from './file/meta.ts';
import { meta as document } from './document/meta.ts';
import { meta as video } from './video/meta.ts';
import { meta as webinar } from './webinar/meta.ts';
import { meta as property } from './property/meta.ts';
import { meta as category } from './category/meta.ts';
import { meta as application } from './application/meta.ts';
import { meta as series } from './series/meta.ts';
import { meta as product } from './product/meta.ts';
import { meta as channelPartner } from './channel-partner/meta.ts';
import { meta as representative } from './representative/meta.ts';
import { meta as inventoryItem } from './inventory-item/meta.ts';
import { meta as faq } from './faq/meta.ts';
import { meta as tag } from './tag/meta.ts';
import { meta as author } from './author/meta.ts';
import { meta as article } from './article/meta.ts';
import { meta as event } from './event/meta.ts';
import { meta as post } from './post/meta.ts';
import { meta as location } from './location/meta.ts';
import { meta as cv } from './cv/meta.ts';
import { meta as storyGroup } from './story-group/meta.ts';
import { meta as storyCategory } from './story-category/meta.ts';
import { meta as employeeStory } from './employee-story/meta.ts';
import { meta as job } from './job/meta.ts';
import { meta as form } from './form/meta.ts';
import { meta as link } from './link/meta.ts';
import { meta as sharedModule } from './shared-module/meta.ts';
import { meta as page } from './page/meta.ts';
import { meta as pageRevision } from './page-revision/meta.ts';
import { meta as draftSave } from './draft-save/meta.ts';
import { meta as menu } from './menu/meta.ts';
import { meta as redirect } from './redirect/meta.ts';
import { meta as stockQuote } from './stock-quote/meta.ts';
import { meta as investorPublication } from './investor-publication/meta.ts';
import { meta as searchSynonym } from './search-synonym/meta.ts';
import { meta as mediaFolder } from './media-folder/meta.ts';
import { meta as mediaTag } from './media-tag/meta.ts';
import { meta as savedSection } from './saved-section/meta.ts';
import type { KindMeta } from './meta.ts';

/**
 * The one list of all kinds of content, in the order in which a bundle has them: a record mostly comes after those that it
 * names. Names, labels, pages, pickers and the order of import and export come from here. It is light, so that the editor can
 * load it; `kinds.ts` has the definitions of the same kinds.
 */
export const registry = {
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
} as const satisfies Readonly<Record<string, KindMeta>>;
type Registry = typeof registry;

export type KindName = keyof Registry;
export const kindNames = getKeys(registry);

/** The kinds whose records editors choose for module data. */
export type ReferenceKind = { [K in KindName]: Registry[K] extends { picker: unknown } ? K : never }[KindName];

type PickedKinds = { readonly [K in KindName]: Registry[K] extends { picker: unknown } ? true : false };

declare module '#schema/field-meta.ts' {
  interface KnownKinds extends PickedKinds {}
}

export function isKindName(value: unknown): value is KindName {
  return kindNames.some((kind) => kind === value);
}

export function isReferenceKind(kind: KindName): kind is ReferenceKind {
  return 'picker' in registry[kind];
}
export const referenceKinds = kindNames.filter(isReferenceKind);

/** The kinds whose records have a page of their own. */
export type RowKind = { [K in KindName]: Registry[K] extends { page: unknown } ? K : never }[KindName];

/** Whether records of a kind have pages of their own. */
export function isRowKind(kind: KindName): kind is RowKind {
  return 'page' in registry[kind];
}
export const rowKinds = kindNames.filter(isRowKind);

/** The names of the records of a kind: singular and plural. */
export function getKindNames(kind: KindName): { one: string; many: string } {
  return registry[kind].words;
}

/** A record of a kind, as in `leads to a product`. */
export function withArticle(kind: KindName): string {
  return aOrAn(getKindNames(kind).one);
}

export function aOrAn(name: string): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The message for an id without a record, e.g. `Story group not found`. */
export function notFound(kind: KindName): string {
  return `${capital(getKindNames(kind).one)} not found`;
}

/** The kinds that people edit as records, each with a draft: everything that is edited but pages, whose drafts are of parts. */
export const recordKinds = kindNames.filter((kind) => {
  const { group }: KindMeta = registry[kind];
  return group !== undefined && kind !== 'page';
});

/** Whether people edit the records of a kind as drafts. */
export function isRecordKind(value: unknown): value is KindName {
  return recordKinds.some((kind) => kind === value);
}

/** Those of them whose list and form are generated; the others have screens of their own. */
export const listedKinds = recordKinds.filter((kind) => {
  const { screen }: KindMeta = registry[kind];
  return screen === undefined;
});

/** Whether the records of a kind have a generated list and form in the administration. */
export function isListedKind(value: unknown): value is KindName {
  return listedKinds.some((kind) => kind === value);
}

/** Whether records of a kind are made in its form. */
export function isMadeByPeople(kind: KindName): boolean {
  const { isFixed, isUploaded }: KindMeta = registry[kind];
  return !isFixed && !isUploaded;
}
