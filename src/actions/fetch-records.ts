import { z } from 'zod';
import { ok } from '#domain/result.ts';
import { siteIds } from '#domain/sites.ts';
import { isStorable } from '#domain/text.ts';
import type { Client } from '#content/client.ts';
import { categories } from '#content/pickers/categories.ts';
import { cvs } from '#content/pickers/cvs.ts';
import { documents } from '#content/pickers/documents.ts';
import { files } from '#content/pickers/files.ts';
import type { Found, RecordQuery } from '#content/pickers/finder.ts';
import { forms } from '#content/pickers/forms.ts';
import { images } from '#content/pickers/images.ts';
import { links } from '#content/pickers/links.ts';
import { findLocationNames, findMapLocations, locations } from '#content/pickers/locations.ts';
import { pages } from '#content/pickers/pages.ts';
import { products } from '#content/pickers/products.ts';
import { sharedModules } from '#content/pickers/shared-modules.ts';
import { series } from '#content/pickers/series.ts';
import { employeeStories, storyCategories, storyGroups } from '#content/pickers/stories.ts';
import { vectors } from '#content/pickers/vectors.ts';
import { videos } from '#content/pickers/videos.ts';
import { webinars } from '#content/pickers/webinars.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** The lists of the pickers: one page of the matches of a search, or the records with the given ids. */
const words = (max: number) =>
  z.string().max(max).refine(isStorable, {
    error: 'This text contains a character that cannot be searched for',
  });

const query = z.object({
  page: z.int().min(1).max(100_000).default(1),
  pageSize: z.union([z.literal(12), z.literal(24), z.literal(100)]).default(12),
  search: words(200).default(''),
  ids: z.array(z.int().positive()).max(100).optional(),
});

const mediaQuery = query.extend({ folder: z.int().positive().max(Number.MAX_SAFE_INTEGER).optional() });

const linkQuery = query.extend({
  url: words(2000).optional(),
  anchorId: words(200).optional(),
  pageId: z.int().positive().optional(),
});

function fetchWith<T, Q extends RecordQuery>(
  input: z.ZodType<Q>,
  finder: { find: (client: Client, query: Q) => Promise<Found<T>> },
) {
  return defineAction({
    input,
    handler: (asked: Q, context) =>
      asStaff(context, async ({ session }) => ok(await finder.find(session.client, asked))),
  });
}

export const fetchImages = fetchWith(mediaQuery, images);
export const fetchVectors = fetchWith(mediaQuery, vectors);
export const fetchFiles = fetchWith(mediaQuery, files);
export const fetchDocuments = fetchWith(mediaQuery, documents);
export const fetchVideos = fetchWith(mediaQuery, videos);
export const fetchWebinars = fetchWith(query, webinars);
export const fetchLinks = fetchWith(linkQuery, links);
export const fetchPages = fetchWith(query.extend({ site: z.enum(siteIds).optional() }), pages);
export const fetchProducts = fetchWith(query, products);
export const fetchSeries = fetchWith(query, series);
export const fetchCategories = fetchWith(query, categories);
export const fetchCVs = fetchWith(query, cvs);
export const fetchLocations = fetchWith(query, locations);
export const fetchEmployeeStories = fetchWith(query, employeeStories);
export const fetchStoryGroups = fetchWith(query, storyGroups);
export const fetchStoryCategories = fetchWith(query, storyCategories);
export const fetchSharedModules = fetchWith(query, sharedModules);
export const fetchForms = fetchWith(query, forms);

/** Every place by its name. */
export const fetchLocationNames = defineAction({
  input: z.object({}),
  handler: (_, context) => asStaff(context, async ({ session }) => ok(await findLocationNames(session.client))),
});

/** Every place with a point on the map. */
export const fetchMapLocations = defineAction({
  input: z.object({}),
  handler: (_, context) => asStaff(context, async ({ session }) => ok(await findMapLocations(session.client))),
});
