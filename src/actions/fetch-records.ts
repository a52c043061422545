import { z } from 'zod';
import { ok } from '#domain/result.ts';
import { siteIds } from '#domain/sites.ts';
import { isStorable } from '#domain/text/text.ts';
import type { Client } from '#content/clients/client.ts';
import { links } from '#content/pickers/find-links.ts';
import { findLocationNames, findMapLocations } from '#content/pickers/find-locations.ts';
import { type Found, type RecordQuery, getFinder } from '#content/pickers/get-finder.ts';
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

const siteQuery = query.extend({ site: z.enum(siteIds).optional() });

const linkQuery = siteQuery.extend({
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

export const fetchImages = fetchWith(mediaQuery, getFinder('image'));
export const fetchVectors = fetchWith(mediaQuery, getFinder('vector'));
export const fetchFiles = fetchWith(mediaQuery, getFinder('file'));
export const fetchDocuments = fetchWith(mediaQuery, getFinder('document'));
export const fetchVideos = fetchWith(mediaQuery, getFinder('video'));
export const fetchWebinars = fetchWith(query, getFinder('webinar'));
export const fetchLinks = fetchWith(linkQuery, links);
export const fetchPages = fetchWith(siteQuery, getFinder('page'));
export const fetchProducts = fetchWith(query, getFinder('product'));
export const fetchSeries = fetchWith(query, getFinder('series'));
export const fetchCategories = fetchWith(query, getFinder('category'));
export const fetchCVs = fetchWith(query, getFinder('cv'));
export const fetchLocations = fetchWith(query, getFinder('location'));
export const fetchEmployeeStories = fetchWith(query, getFinder('employee_story'));
export const fetchStoryGroups = fetchWith(query, getFinder('story_group'));
export const fetchStoryCategories = fetchWith(query, getFinder('story_category'));
export const fetchSharedModules = fetchWith(query, getFinder('shared_module'));
export const fetchForms = fetchWith(query, getFinder('form'));

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
