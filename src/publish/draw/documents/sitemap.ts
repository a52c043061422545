import { z } from 'zod';
import { exactMoment } from '#domain/values/moment.ts';
import { type Locale, defaultLocale, languageCodes, locales } from '#domain/locales.ts';
import { isDisallowed } from '#domain/addresses/robots-rules.ts';
import type { SiteId } from '#domain/sites.ts';
import { imageVariantPath, mediaUrl } from '#kinds/image/resolve.ts';
import { imageRow } from '#kinds/image/shapes.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import { type SitemapKind, outputPath, sitemapKindSchema, sitemapPath } from '#publish/output.ts';
import { escapeXml } from './xml.ts';

const sitemapEntry = z.object({
  kind: sitemapKindSchema,
  ref: z.number(),
  locales: z.partialRecord(localeSchema, z.string()),
  changed_at: exactMoment(),
  /** The picture that represents it, which may be missing. */
  image_id: z.number().nullable(),
  // Nothing else of it is shown: one that cannot be read is left out until it can.
  image: imageRow.pick({ hash: true, widths: true }).nullable().catch(null),
});
/** The files of a site, by kind and part. */
export const sitemapIndexAnswer = z.array(z.tuple([sitemapKindSchema, z.number()]));
export const sitemapAnswer = z.object({
  // Five hundred pages stand in one file: one that cannot be listed leaves the others in it.
  entries: z
    .array(z.unknown())
    .transform((entries) => entries.flatMap((entry) => sitemapEntry.safeParse(entry).data ?? [])),
  next_change_at: z.string().nullable(),
});

/**
 * One sitemap file: every locale of each entry with its alternates, its picture, and the day on which it last changed.
 * Without what robots.txt keeps search engines from.
 */
export function renderSitemap(
  site: SiteId,
  origin: string,
  entries: readonly Omit<z.infer<typeof sitemapEntry>, 'image_id'>[],
  { disallow = [], mediaOrigin = origin }: { disallow?: readonly string[]; mediaOrigin?: string | undefined } = {},
): string {
  const urls = entries.flatMap((entry) => {
    const places = locales.flatMap((locale): { locale: Locale; url: string }[] => {
      const address = entry.locales[locale];
      const path = address === undefined ? null : outputPath({ ...entry, site, locale }, address);
      return path && !isDisallowed(disallow, path) ? [{ locale, url: escapeXml(`${origin}${path}`) }] : [];
    });
    const alternates = places.map(
      ({ locale, url }) => `<xhtml:link rel="alternate" hreflang="${languageCodes[locale]}" href="${url}"/>`,
    );
    const fallback = places.find(({ locale }) => locale === defaultLocale);
    if (fallback) alternates.push(`<xhtml:link rel="alternate" hreflang="x-default" href="${fallback.url}"/>`);
    const day = new Date(entry.changed_at).toISOString().slice(0, 10);
    const picture = entry.image === null ? '' : makePictureUrl(entry.image, mediaOrigin);
    return places.map(
      ({ url }) => `<url><loc>${url}</loc><lastmod>${day}</lastmod>${alternates.join('')}${picture}</url>`,
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

/** The largest variant, whose name never changes. */
function makePictureUrl({ hash, widths }: Pick<z.infer<typeof imageRow>, 'hash' | 'widths'>, origin: string): string {
  const width = Math.max(0, ...widths);
  if (width === 0) return '';
  const url = `${origin}${mediaUrl(imageVariantPath(hash, width))}`;
  return `<image:image><image:loc>${escapeXml(url)}</image:loc></image:image>`;
}

export function renderSitemapIndex(origin: string, files: readonly (readonly [SitemapKind, number])[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...files.map(([kind, part]) => `<sitemap><loc>${escapeXml(`${origin}${sitemapPath(kind, part)}`)}</loc></sitemap>`),
    '</sitemapindex>',
    '',
  ].join('\n');
}
