import type { ResolvedRecords } from '#view-model/resolved.ts';
import { resolveTitledLink } from './link/resolve.ts';
import type { ReadContext } from './reading/context.ts';
import type { ReferenceKind } from './registry.ts';
import type { RecordRow } from './shapes.ts';
// <kinds> `npm run docs` writes these lines.
import { resolveImage as image } from './image/resolve.ts';
import { resolveVector as vector } from './vector/resolve.ts';
import { resolveFile as file } from './file/resolve.ts';
import { resolveDocument as document } from './document/resolve.ts';
import { resolveVideo as video } from './video/resolve.ts';
import { resolveWebinar as webinar } from './webinar/resolve.ts';
import { resolveCategory as category } from './category/resolve.ts';
import { resolveSeries as series } from './series/resolve.ts';
import { resolveProduct as product } from './product/resolve.ts';
import { resolveLocation as location } from './location/resolve.ts';
import { resolveCv as cv } from './cv/resolve.ts';
import { resolveStoryGroup as storyGroup } from './story-group/resolve.ts';
import { resolveStoryCategory as storyCategory } from './story-category/resolve.ts';
import { resolveEmployeeStory as employeeStory } from './employee-story/resolve.ts';
import { resolveForm as form } from './form/resolve.ts';
import { resolveLink as link } from './link/resolve.ts';
import { resolveSharedModule as sharedModule } from './shared-module/resolve.ts';
import { resolvePage as page } from './page/resolve.ts';
// </kinds>

type Resolvers = {
  readonly [K in ReferenceKind]: (row: RecordRow<K>, context: ReadContext) => ResolvedRecords[K] | null;
};

/** The resolver of each kind of record that module data can refer to. */
const resolvers: Resolvers = {
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
};

/** The tag of what views get of a record. The version of a form counts its changes, so that nothing else tells what differs. */
function makeTag(kind: ReferenceKind, id: number): string {
  if (kind === 'page') return `address:page:${id}`;
  return kind === 'form' ? `form:${id}` : `${kind}/card:${id}`;
}

/** Kinds whose resolver notes what it takes of a row, which may be less than `makeTag` names. */
const noting: readonly ReferenceKind[] = ['image', 'link'];

/**
 * Resolves the record of a reference; a missing one is traced too, so that its return is noticed. A link that has a title beside it
 * shows no text of its own.
 */
export function resolveRow(
  kind: ReferenceKind,
  id: number,
  row: unknown,
  context: ReadContext,
  isTitled = false,
): unknown {
  if (row === null || !noting.includes(kind)) context.trace.tag(makeTag(kind, id));
  if (row === null) return null;
  // The resolver of a kind takes the row of that kind, which the source stores under the kind's name.
  const resolve = (kind === 'link' && isTitled ? resolveTitledLink : resolvers[kind]) as (
    row: unknown,
    context: ReadContext,
  ) => unknown;
  return resolve(row, context);
}
