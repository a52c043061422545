import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import type { Client } from '#content/clients/client.ts';

const pageState = z
  .object({
    id: z.number(),
    modules: z.number(),
    falling_back: z.partialRecord(localeSchema, z.number()),
    publish_at: z.string().nullable(),
  })
  .transform(({ falling_back: fallingBack, publish_at: publishAt, ...state }) => ({
    ...state,
    /** Of the languages besides English, how many modules show English in them. */
    fallingBack,
    /** When a release puts it live by itself. */
    publishAt,
  }));

export type PageState = z.output<typeof pageState>;

/** How far pages are translated, and when they are published by themselves. */
export function findPageStates(client: Client, ids: readonly number[]): Promise<PageState[]> {
  return callFunction(client, 'page_states', z.array(pageState), { p_page_ids: [...ids] });
}
