import { defineAction } from 'astro:actions';
import { z } from 'zod';
import { ok } from '#domain/result.ts';
import type { Client } from '#content/client.ts';
import {
  type Found,
  type RecordQuery,
  findCategories,
  findImages,
  findLinks,
  findProducts,
  findSeries,
} from '#content/pickers.ts';
import { asStaff } from './as-staff.ts';

/** The pickers' lists: a page of what matches a search, or the records with these ids. */
const words = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'), {
      error: 'This text contains a character that cannot be searched for',
    });

const query = z.object({
  page: z.int().min(1).max(100_000).default(1),
  search: words(200).default(''),
  ids: z.array(z.int().positive()).max(100).optional(),
});

const linkQuery = query.extend({
  url: words(2000).optional(),
  anchorId: words(200).optional(),
  pageId: z.int().positive().optional(),
});

function fetchWith<T, Q extends RecordQuery>(
  input: z.ZodType<Q>,
  find: (client: Client, query: Q) => Promise<Found<T>>,
) {
  return defineAction({
    input,
    handler: (asked: Q, context) => asStaff(context, async ({ session }) => ok(await find(session.client, asked))),
  });
}

export const fetchImages = fetchWith(query, findImages);
export const fetchLinks = fetchWith(linkQuery, findLinks);
export const fetchProducts = fetchWith(query, findProducts);
export const fetchSeries = fetchWith(query, findSeries);
export const fetchCategories = fetchWith(query, findCategories);
