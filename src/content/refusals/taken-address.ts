import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { type Result, fail } from '#domain/result.ts';
import { withLocale } from '#domain/sites.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import type { Refused } from './describe-refusal.ts';

const key = z.object({ site: z.string(), locale: z.enum(locales), path: z.string() });
const holder = z.array(z.object({ title: z.string() }));

/**
 * Refuses what would have given a page the address of another one; null where the database has refused something else.
 * @param describe the sentence, with whose address it is at its beginning: `The page “Quality” has the address /de/qualitaet`
 */
export async function refuseTakenAddress(
  service: Client,
  refused: Refused,
  describe: (taken: string) => string,
): Promise<Result<never> | null> {
  const taken = await describeTakenAddress(service, refused);
  return taken === null ? null : fail('conflict', describe(taken));
}

async function describeTakenAddress(service: Client, { message, details }: Refused): Promise<string | null> {
  const table = /"(page_locales|published_page_locales)_(?:address|file)_key"/.exec(message)?.[1];
  if (table !== 'page_locales' && table !== 'published_page_locales') return null;
  // Of two that are taken for the same the one that is there is named last.
  const keyText = (details ?? '').split('conflicts with existing key').at(-1) ?? '';
  const parts = /=\(([^,]*), ([^,]*), (.*)\)/.exec(keyText);
  const found = key.safeParse({ site: parts?.[1], locale: parts?.[2], path: parts?.[3] });
  if (!found.success) return 'Another page has the address of this one by now';
  const { site, locale, path } = found.data;
  const query = service.from(table).select('title').eq('site_id', site).eq('locale', locale).eq('path', path).limit(1);
  const [page] = await expectData(table, query, holder);
  const address = withLocale(locale, path);
  const draft = table === 'page_locales' ? 'draft of the page' : 'page';
  return page ? `The ${draft} “${page.title}” has the address ${address}` : `Another page gets the address ${address}`;
}
