import { z } from 'zod';
import { answerWithin } from '#content/clients/answer-within.ts';
import { type Client, DatabaseUnavailable, expectData } from '#content/clients/client.ts';
import type { Locale } from '#domain/locales.ts';
import type { SiteId } from '#domain/sites.ts';
import { localText } from '#kinds/reading/local-text.ts';
import { localized } from '#kinds/reading/localized-row.ts';

const siteRow = z.object({ localized: localized({ title: z.string() }) }).nullable();

/** Milliseconds that the name of a site is waited for. */
const nameMilliseconds = 1000;

/** What a site calls itself; empty where the database does not answer at once: a page or a mail is there without it as well. */
export async function readSiteTitle(client: Client, site: SiteId, locale: Locale): Promise<string> {
  const asked = client.from('sites').select('localized').eq('id', site).maybeSingle();
  try {
    const row = await expectData('sites', answerWithin(nameMilliseconds, asked), siteRow);
    return localText(row?.localized, locale, 'title') ?? '';
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return '';
    throw error;
  }
}

/** A site by its name, and by the address at which it is told from a copy of it. */
export async function readSiteName(client: Client, site: SiteId, locale: Locale, origin: string): Promise<string> {
  const title = await readSiteTitle(client, site, locale);
  const { host } = new URL(origin);
  return title === '' ? host : `${title} (${host})`;
}
