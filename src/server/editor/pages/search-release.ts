import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Locale } from '#domain/locales.ts';
import { type SearchAnswer, type SearchQuestion, searchKinds } from '#domain/search/search.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Json } from '#database/database.types.ts';
import { searchSite } from '#content/search/search-site.ts';
import { outputKindSchema, outputPath } from '#publish/output.ts';
import type { Call } from '#server/auth/call.ts';
import type { OpenedRelease } from './open-release.ts';

const entry = z.looseObject({ kind: z.enum(searchKinds), ref: z.number(), path: z.string().nullable() });
const difference = z.object({
  changed: z.array(z.tuple([z.string(), z.number()])),
  entries: z.array(entry),
});

/** What is found once a release is live: the index with what the release makes of its pages and records. */
export async function searchRelease(
  { site, runtime }: Pick<Call, 'site' | 'runtime'>,
  { calls, release, at }: OpenedRelease,
  locale: Locale,
  question: SearchQuestion,
  size?: number,
): Promise<SearchAnswer> {
  const asked = { p_site: site, p_locale: locale, p_release: release.id, p_merged: release.merged };
  const { changed, entries } = await callFunction(calls, 'preview_found', difference, asked);
  const over = { changed, entries: entries.map((one) => ({ ...one, path: findPath(one, site, locale) })) };
  // The database answered with rows as JSON.
  const preview = { over: over as Json, at };
  const scope = { site, locale, mediaOrigin: runtime.config.origins.media, size, preview };
  return searchSite(runtime.serviceClient, scope, question);
}

/** The address of an entry: the index has paths, and a preview the kind and the address of the page that shows it. */
function findPath({ ref, path }: z.output<typeof entry>, site: SiteId, locale: Locale): string | null {
  const [, shown = '', address = ''] = /^(\w+) (.*)$/s.exec(path ?? '') ?? [];
  const kind = outputKindSchema.safeParse(shown);
  return kind.success ? outputPath({ site, kind: kind.data, ref, locale }, address) : null;
}
