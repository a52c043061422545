import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Locale, languageName, languageCodes } from '#domain/locales.ts';
import { isMediaPath } from '#domain/media/media-path.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import {
  type MarkedText,
  type SearchAnswer,
  type SearchHit,
  type SearchQuestion,
  questionParameters,
  searchKinds,
  searchedOfAKind,
  searchPageSize,
} from '#domain/search/search.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Client } from '#content/clients/client.ts';
import type { Json } from '#database/database.types.ts';
import { mediaHref } from '#kinds/image/resolve.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import { excerpt, markText } from './mark-text.ts';

const foundRow = z.object({
  kind: z.enum(searchKinds),
  ref: z.number(),
  title: z.string(),
  summary: z.string(),
  body: z.string(),
  path: z.string(),
  address: z.string().nullable(),
  language: localeSchema.nullable(),
  dated_at: z.string().nullable(),
});
type FoundRow = z.infer<typeof foundRow>;

const answerSchema = z.object({
  total: z.number(),
  facets: z.array(z.object({ kind: z.enum(searchKinds), count: z.number() })),
  words: z.array(z.string()),
  corrections: z.array(z.object({ from: z.string(), to: z.string() })),
  results: z.array(foundRow),
});

/** More than a search ever counts. */
const maxHits = searchedOfAKind * searchKinds.length;

/** `size` takes the place of the question's; `mediaOrigin` is that of the host for uploaded files, where there is one. */
type SearchScope = {
  site: SiteId;
  locale: Locale;
  size?: number | undefined;
  mediaOrigin?: string | undefined;
  /** What is found otherwise than in the index, at a moment. */
  preview?: { over: Json; at: string } | undefined;
};

/** The search results of a site in a locale. */
export async function searchSite(
  client: Client,
  { site, locale, size: asked, mediaOrigin, preview }: SearchScope,
  question: SearchQuestion,
): Promise<SearchAnswer> {
  const { query, kinds, page } = question;
  const size = asked ?? question.size ?? searchPageSize;
  const limit = size === 'all' ? maxHits : size;
  const { total, facets, words, corrections, results } = await callFunction(client, 'search', answerSchema, {
    p_site: site,
    p_locale: locale,
    p_query: query,
    p_kinds: [...kinds],
    p_limit: limit,
    p_offset: (page - 1) * limit,
    ...(preview && { p_over: preview.over, p_at: preview.at }),
  });
  const inOrder = searchKinds.flatMap((kind) => facets.find((facet) => facet.kind === kind) ?? []);
  const hits = results.map((row) => toHit(row, words, locale, mediaOrigin));
  return { query, kinds, page, size, total, facets: inOrder, hits, corrections };
}

function toHit(row: FoundRow, words: readonly string[], locale: Locale, mediaOrigin: string | undefined): SearchHit {
  const isDated = row.kind === 'article' || row.kind === 'event' || row.kind === 'post' || row.kind === 'document';
  const title = markText(row.title, words);
  return {
    kind: row.kind,
    title,
    text: pickText(row, words, hasHit(title)),
    href: makeHref(row, mediaOrigin),
    language: row.language && { code: languageCodes[row.language], name: languageName(row.language, locale) },
    date: isDated ? row.dated_at : null,
  };
}

/** The summary, unless only the text has a match. */
function pickText({ summary, body }: FoundRow, words: readonly string[], isTitleHit: boolean): MarkedText {
  const ofSummary = excerpt(summary, words);
  if (summary !== '' && (isTitleHit || hasHit(ofSummary))) return ofSummary;
  const ofBody = excerpt(body, words);
  return summary !== '' && !hasHit(ofBody) ? ofSummary : ofBody;
}

function hasHit(text: MarkedText): boolean {
  return text.some(({ isHit }) => isHit);
}

/** Where a hit leads: its own page, or the place on another page that shows it. */
function makeHref({ kind, ref, path, address }: FoundRow, mediaOrigin: string | undefined): string {
  const page = canonicalPath(path) ?? '/';
  if (kind === 'document' && address !== null && isMediaPath(address)) return mediaHref(address, { mediaOrigin });
  if (kind === 'faq') return `${page}#faq-${ref}`;
  if (kind === 'job') return `${page}#job-${ref}`;
  if ((kind === 'series' || kind === 'application') && address !== null) {
    return `${page}?${questionParameters({ query: address, kinds: [], page: 1 })}`;
  }
  return page;
}
