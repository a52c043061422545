import { z } from 'zod';
import type { Client } from '#content/clients/client.ts';
import { callFunction } from '#content/clients/call-function.ts';
import { type TargetLocale, targetLocales } from '#domain/locales.ts';

const answer = z.array(
  z.object({ part: z.string(), path: z.string(), locale: z.enum(targetLocales), before: z.string().nullable() }),
);

/** A text that was made from an English one which says something else by now. */
export type StaleText = {
  /** Null for a text of the page itself. */
  moduleId: number | null;
  /** As the database names the place of a text. */
  place: string;
  locale: TargetLocale;
  /** What the English one said; null where nobody knows. */
  before: string | null;
};

/** The texts of a page that are older than their English ones. */
export async function findStaleTexts(service: Client, page: number): Promise<StaleText[]> {
  const rows = await callFunction(service, 'find_stale_texts', answer, { p_page: page });
  return rows.map(({ part, path, locale, before }) => {
    const [owner, id] = part.split(':');
    return { moduleId: owner === 'module' ? Number(id) : null, place: path, locale, before };
  });
}
