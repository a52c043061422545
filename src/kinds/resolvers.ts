import type { ResolvedRecords } from '#view-model/resolved.ts';
import { resolveImage } from './image/resolve.ts';
import { resolveVector } from './vector/resolve.ts';
import { resolveFile } from './file/resolve.ts';
import { resolveDocument } from './document/resolve.ts';
import { resolveVideo } from './video/resolve.ts';
import { resolveWebinar } from './webinar/resolve.ts';
import { resolveCategory } from './category/resolve.ts';
import { resolveSeries } from './series/resolve.ts';
import { resolveProduct } from './product/resolve.ts';
import { resolveLocation } from './location/resolve.ts';
import { resolveCv } from './cv/resolve.ts';
import { resolveNamed } from './story-group/resolve.ts';
import { resolveStory } from './employee-story/resolve.ts';
import { resolveForm } from './form/resolve.ts';
import { resolveLink, resolveTitledLink } from './link/resolve.ts';
import { resolveSharedModule } from './shared-module/resolve.ts';
import { resolvePageReference } from './page/resolve.ts';
import type { ReadContext } from './reading/context.ts';
import type { ReferenceKind } from './registry.ts';
import type { RecordRow } from './shapes.ts';

type Resolvers = {
  readonly [K in ReferenceKind]: (row: RecordRow<K>, context: ReadContext) => ResolvedRecords[K] | null;
};

/** The resolver of each kind of record that module data can refer to. */
const resolvers: Resolvers = {
  image: resolveImage,
  vector: resolveVector,
  file: resolveFile,
  document: resolveDocument,
  video: resolveVideo,
  webinar: resolveWebinar,
  category: resolveCategory,
  series: resolveSeries,
  product: resolveProduct,
  location: resolveLocation,
  cv: resolveCv,
  story_group: resolveNamed,
  story_category: resolveNamed,
  employee_story: resolveStory,
  form: resolveForm,
  link: resolveLink,
  shared_module: resolveSharedModule,
  page: resolvePageReference,
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
