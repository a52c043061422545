import { fieldIn } from '#domain/forms/form-fields.ts';
import type { ReferenceKind } from '#schema/fields.ts';
import type { ResolvedRecords } from '#view-model/resolved.ts';
import type { ReadContext } from '../context.ts';
import { resolveCv } from './cv.ts';
import { resolveCategory } from './category.ts';
import { resolveDocument } from './document.ts';
import { mediaHref, missingAlternativeText, resolveImage } from './image.ts';
import { addressFor, resolveLink } from './link.ts';
import { resolveLocation } from './location.ts';
import { resolveProduct } from './product.ts';
import type { RecordRow } from '../rows/record-rows.ts';
import { resolveSeries } from './series.ts';
import { resolveStory } from './story.ts';
import { localText } from './texts.ts';
import { resolveWebinar } from './webinar.ts';

type Resolvers = {
  [K in ReferenceKind]: (row: RecordRow<K> | null, context: ReadContext, id: number) => ResolvedRecords[K] | null;
};

const named =
  (kind: ReferenceKind) =>
  (
    row: RecordRow<'story_group'> | null,
    { locale, trace }: ReadContext,
    id: number,
  ): { id: number; title: string } | null => {
    trace.tag(`${kind}:${id}`);
    if (!row) return null;
    const title =
      row.title ?? localText(row.localized, locale, 'name') ?? localText(row.localized, locale, 'title') ?? '';
    return { id, title };
  };

/** How each kind of reference becomes what views see. A missing row is tagged too, so that its return is noticed. */
export const resolvers: Resolvers = {
  image: (row, context, id) => {
    context.trace.tag(`image:${id}`);
    return resolveImage(row, context);
  },
  link: (row, context, id) => {
    context.trace.tag(`link:${id}`);
    return resolveLink(row, context);
  },
  product: (row, context, id) => {
    context.trace.tag(`product:${id}`);
    return resolveProduct(row, context);
  },
  document: (row, context, id) => {
    context.trace.tag(`document:${id}`);
    return row && resolveDocument(row, context);
  },
  page: (row, context, id) => {
    context.trace.tag(`address:page:${id}`);
    const address = addressFor(row?.addresses, context.locale);
    return address && { id, ...address };
  },
  series: (row, context, id) => {
    context.trace.tag(`series:${id}`);
    return row && resolveSeries(row, context);
  },
  category: (row, context, id) => {
    context.trace.tag(`category:${id}`);
    return row && resolveCategory(row, context);
  },
  vector: (row, context, id) => {
    context.trace.tag(`vector:${id}`);
    if (!row?.storage_path) return null;
    context.trace.media.add(row.storage_path);
    const alt = localText(row.localized, context.locale, 'alt') ?? missingAlternativeText;
    return { id, url: mediaHref(row.storage_path, context), alt };
  },
  file: (row, context, id) => {
    context.trace.tag(`file:${id}`);
    if (!row?.storage_path) return null;
    context.trace.media.add(row.storage_path);
    return {
      id,
      title: localText(row.localized, context.locale, 'title') ?? row.filename,
      href: mediaHref(row.storage_path, context),
      size: row.size,
    };
  },
  video: (row, context, id) => {
    context.trace.tag(`video:${id}`);
    return (
      row && {
        id,
        title: localText(row.localized, context.locale, 'title') ?? '',
        videoUrl: row.video_url,
        image: resolveImage(row.image, context),
      }
    );
  },
  webinar: (row, context, id) => {
    context.trace.tag(`webinar:${id}`);
    return resolveWebinar(row, context);
  },
  cv: (row, context, id) => {
    context.trace.tag(`cv:${id}`);
    return resolveCv(row, context);
  },
  location: (row, context, id) => {
    context.trace.tag(`location:${id}`);
    return resolveLocation(row, context);
  },
  employee_story: (row, context, id) => {
    context.trace.tag(`employee_story:${id}`);
    return resolveStory(row, context);
  },
  story_group: named('story_group'),
  story_category: named('story_category'),
  form: (row, context, id) => {
    context.trace.tag(`form:${id}`);
    if (!row) return null;
    const fields = row.content.map((field) => fieldIn(field, context.locale));
    return { id, title: localText(row.localized, context.locale, 'title') ?? row.title, version: row.version, fields };
  },
};
