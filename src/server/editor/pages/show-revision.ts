import { z } from 'zod';
import { expectData } from '#content/clients/client.ts';
import { type Result, fail } from '#domain/result.ts';
import type { PageContent } from '#content/reading/page-content.ts';
import { type PageVersion, readPageVersion } from '#changes/page-history.ts';
import { changePages, getPerspective, proposePage } from '#changes/change-set.ts';
import { ContentReader } from '#content/reader.ts';
import { Source } from '#content/source/source.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import type { Call } from '#server/auth/call.ts';
import type { Session } from '#server/auth/session.ts';
import { text } from '#edge/answers.ts';
import { showBare } from './show-bare.ts';

const placeRow = z.object({ site_id: siteSchema, parent_id: z.number().nullable() }).nullable();

/**
 * A version of a page, in the language of the address, with the records and menus of today: the page alone, without a bar, for frames
 * of the editor. Whatever the address, the version says which page it is.
 */
export async function showRevision(call: Call, id: PageVersion): Promise<Response> {
  const session = await call.session();
  const content = await readRevisionPage(call, session, id);
  if (!content.ok) return text(content.failure.code === 'not-found' ? 404 : 422, content.failure.message);
  return showBare(call.request, content.value);
}

async function readRevisionPage(
  { site, locale, runtime }: Call,
  { client }: Session,
  id: PageVersion,
): Promise<Result<PageContent>> {
  const found = await readPageVersion(client, id);
  if (!found.ok) return found;
  const revision = found.value;
  const query = client.from('pages').select('site_id, parent_id').eq('id', revision.page).maybeSingle();
  const place = await expectData('pages', query, placeRow);
  if (place?.site_id !== site)
    return fail('not-found', 'The page of this version does not exist on this site any more.');
  if (!revision.locales[locale]) return fail('not-found', 'This version of the page is not in this language.');
  const source = new Source(client, {
    site,
    view: 'draft',
    at: new Date().toISOString(),
    planned: getPerspective(changePages([proposePage(revision.page, place.parent_id, revision.locales)])),
  });
  const reader = new ContentReader(source, locale, runtime.config.origins);
  return reader.load({ kind: 'page', ref: revision.page }, { brokenModules: 'keep' });
}
