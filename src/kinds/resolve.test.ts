import { describe, expect, it } from 'vitest';
import { makeTable } from '#domain/objects.ts';
import { blankLink } from '../../tests/fixtures/link-row.ts';
import type { Locale } from '#domain/locales.ts';
import { type SiteId, getLocales, siteIds } from '#domain/sites.ts';
import type { ReadContext } from './reading/context.ts';
import { Trace } from './reading/trace.ts';
import {
  mediaHref,
  mediaUrl,
  missingAlternativeText,
  readOpenGraphPath,
  resolveImage,
  resolveOpenGraphImage,
} from './image/resolve.ts';
import { resolveJob } from './job/resolve.ts';
import { addressFor, resolveMenuLead, resolveLink, resolveTitledLink } from './link/resolve.ts';
import { rowPath } from './places.ts';
import { rowKinds } from './registry.ts';
import { resolveLocation } from './location/resolve.ts';
import { isVisible, rowHref } from './reading/placement.ts';
import { resolveProduct, resolveProductDetail, seriesHref } from './product/resolve.ts';
import type { ImageRow } from './image/shapes.ts';
import type { LinkRow } from './link/shapes.ts';
import type { PlacedRow } from './reading/placed-row.ts';
import type { ProductDetailRow } from './product/shapes.ts';

function contextOf(locale: Locale = 'en', site: SiteId = 'main'): ReadContext {
  return {
    site,
    locale,
    locales: getLocales(site),
    at: '2026-01-10T12:00:00Z',
    origins: makeTable(siteIds, (each) => `https://${each}.example`),
    trace: new Trace(),
    scope: {},
    privacyPath: () => null,
    routePath: (key) => (key === 'search' ? '/search' : null),
  };
}

const placed: PlacedRow = {
  slug: 'hx41',
  sites: ['main'],
  is_published: true,
  publish_from: null,
  publish_until: null,
  locales: ['en', 'de'],
};
const link: LinkRow = { ...blankLink, id: 5, text: 'There', target: 'auto' };
const addresses = {
  en: { path: '/about us', title: 'About', nav_title: '' },
  de: { path: '/über', title: 'Über uns', nav_title: 'Über' },
};
const image: ImageRow = {
  id: 3,
  hash: 'abc',
  width: 1600,
  height: 900,
  widths: [1600, 320],
  has_avif: false,
  is_decorative: false,
  localized: { en: { alt: 'A sensor' } },
};

describe('an address', () => {
  it('is that of the locale, else that of the default one', () => {
    expect(addressFor(addresses, 'de')).toEqual({ href: '/de/%C3%BCber', title: 'Über' });
    expect(addressFor(addresses, 'jp')).toEqual({ href: '/about%20us', title: 'About', language: 'en' });
    expect(addressFor({ de: addresses.de }, 'en')).toBeNull();
    expect(addressFor(null, 'en')).toBeNull();
  });
});

describe('a link', () => {
  const resolve = (part: Partial<LinkRow>, context = contextOf()) => resolveLink({ ...link, ...part }, context);

  it('leads to where a page is now, and depends on that', () => {
    const context = contextOf('de');
    expect(resolve({ page_id: 7, page_site: 'main', addresses, anchor: '#top' }, context)).toEqual({
      text: 'There',
      href: '/de/%C3%BCber#top',
      target: '_self',
      kind: 'internal',
    });
    expect([...context.trace.tags]).toEqual(['link/card:5', 'path:page:7']);
  });

  it('names the language of a page that readers of another one are led to', () => {
    const to = { page_id: 7, page_site: 'main' as const, addresses };
    expect(resolve(to, contextOf('jp'))).toMatchObject({ href: '/about%20us', language: 'en' });
    expect(resolve(to, contextOf('de'))).not.toHaveProperty('language');
    expect(resolveMenuLead({ ...link, ...to }, contextOf('jp'))).toMatchObject({ external: false, language: 'en' });
  });

  it('has no text where it is given a title, and does not depend on it', () => {
    const context = contextOf();
    expect(resolveTitledLink({ ...link, url: '/there' }, context)).toEqual({
      text: '',
      href: '/there',
      target: '_self',
      kind: 'internal',
    });
    expect([...context.trace.tags]).toEqual(['link/titled:5']);
  });

  it('leads to a page of another site by its full address', () => {
    expect(resolve({ page_id: 7, page_site: 'developer', addresses })?.href).toBe(
      'https://developer.example/about%20us',
    );
  });

  it('is none while what it leads to is not public, and depends on that all the same', () => {
    const context = contextOf();
    expect(resolve({ page_id: 7, page_site: 'main', addresses: null }, context)).toBeNull();
    expect(resolve({ row_kind: 'product', row_id: 9, row: { ...placed, is_published: false } }, context)).toBeNull();
    expect(resolve({ row_kind: 'product', row_id: 9, row: null }, context)).toBeNull();
    expect(resolve({}, context)).toBeNull();
    expect(resolveLink(null, context)).toBeNull();
    expect(context.trace.tags).toContain('path:page:7');
    expect(context.trace.tags).toContain('product/link:9');
  });

  it('opens another window for what is elsewhere, unless it says otherwise', () => {
    const external = { type: 'external' as const, url: 'https://x.example/' };
    expect(resolve(external)?.target).toBe('_blank');
    expect(resolve({ ...external, target: '_self' })?.target).toBe('_self');
    expect(resolve({ url: '/here', target: '_blank' })?.target).toBe('_blank');
  });

  it('brings the document along that it downloads', () => {
    const context = contextOf();
    expect(resolve({ type: 'download', document_id: 4, document_path: 'data sheet.pdf' }, context)?.href).toBe(
      '/media/data%20sheet.pdf',
    );
    expect([...context.trace.media]).toEqual(['data sheet.pdf']);
  });

  it('leads to an anchor of the page it stands on', () => {
    expect(resolve({ type: 'anchor', anchor: 'details' })?.href).toBe('#details');
  });
});

describe('a record with a page of its own', () => {
  it('is shown from its first moment to just before its last', () => {
    const from = { ...placed, publish_from: '2026-01-10T12:00:00Z', publish_until: '2026-01-11T00:00:00Z' };
    const shown = (at: string) => {
      const context = { ...contextOf(), at };
      return [isVisible(from, context), context.trace.nextChangeAt];
    };
    expect(shown('2026-01-10T11:59:59Z')).toEqual([false, '2026-01-10T12:00:00.000Z']);
    expect(shown('2026-01-10T12:00:00Z')).toEqual([true, '2026-01-11T00:00:00.000Z']);
    expect(shown('2026-01-11T00:00:00Z')).toEqual([false, null]);
    expect(isVisible({ ...from, is_published: false }, contextOf())).toBe(false);
  });

  it('is reached in the locale, else in the default one, on its sites only', () => {
    expect(rowHref('product', placed, contextOf('de'))).toBe('/de/produkte/katalog/hx41');
    expect(rowHref('product', placed, contextOf('jp'))).toBe('/products/catalog/hx41');
    expect(rowHref('product', { ...placed, locales: ['de'] }, contextOf('en'))).toBeNull();
    expect(rowHref('product', placed, contextOf('en', 'developer'))).toBeNull();
  });

  it('has no path in a locale that the site has not got', () => {
    for (const kind of rowKinds)
      for (const site of siteIds) {
        if (site !== 'automotive') expect(rowPath(kind, site, 'kr', { slug: 'a' })).toBeNull();
      }
  });
});

describe('an image', () => {
  it('has its widths from narrow to wide, and needs each of them', () => {
    const context = contextOf('de');
    expect(resolveImage(image, context)).toEqual({
      id: 3,
      url: '/media/abc-1600.webp',
      width: 1600,
      height: 900,
      alt: 'A sensor',
      sources: [
        { width: 320, url: '/media/abc-320.webp' },
        { width: 1600, url: '/media/abc-1600.webp' },
      ],
      hasAvif: false,
    });
    expect([...context.trace.media]).toEqual(['abc-320.webp', 'abc-1600.webp']);
  });

  it('needs each of them as AVIF as well, once they have been made', () => {
    const context = contextOf('de');
    expect(resolveImage({ ...image, has_avif: true }, context)).toMatchObject({ hasAvif: true });
    expect([...context.trace.media]).toEqual(['abc-320.webp', 'abc-320.avif', 'abc-1600.webp', 'abc-1600.avif']);
  });

  it('has its focal point, where somebody has set one, and so has the picture for sharing', () => {
    const focused: ImageRow = { ...image, focus: [30, 0] };
    expect(resolveImage(focused, contextOf())?.focus).toEqual([30, 0]);
    const shared = resolveOpenGraphImage(focused, contextOf())?.url.replace('/media/', '') ?? '';
    expect(readOpenGraphPath(shared)).toEqual({ imagePath: 'abc-1600.webp', site: 'main', focus: [30, 0] });
    expect(readOpenGraphPath('abc-1600.webp-og-main.jpg')?.focus).toBe(null);
    expect(readOpenGraphPath('abc-1600.webp-og-main-30.jpg')).toBe(null);
  });

  it('says so when nobody has described it, and nothing when it is decoration', () => {
    expect(resolveImage({ ...image, localized: {} }, contextOf())?.alt).toBe(missingAlternativeText);
    expect(resolveImage({ ...image, is_decorative: true }, contextOf())?.alt).toBe('');
  });

  it('depends on its text unless it is decoration', () => {
    const context = contextOf();
    resolveImage(image, context);
    resolveImage({ ...image, id: 99, is_decorative: true }, context);
    expect([...context.trace.tags]).toEqual([`image/card:${image.id}`, 'image/file:99']);
  });

  it('is none without a file', () => {
    expect(resolveImage({ ...image, widths: [] }, contextOf())).toBeNull();
    expect(resolveImage(null, contextOf())).toBeNull();
  });

  it('has an encoded address', () => {
    expect(mediaUrl('a b/ü.pdf')).toBe('/media/a%20b/%C3%BC.pdf');
    for (const path of ['../keys.json', 'a?b', '%2e%2e/x'])
      expect(() => mediaUrl(path)).toThrow('no path of a stored file');
    expect(mediaHref('a.pdf', { mediaOrigin: 'https://media.example' })).toBe('https://media.example/media/a.pdf');
  });
});

describe('a place', () => {
  const location = {
    id: 5,
    name: 'Yokohama',
    name_verbose: 'Ostrevo Japan K.K.',
    address_lines: ['Yokohama'],
    latitude: null,
    longitude: null,
    country: 'JP',
    phone: null,
    email: null,
    localized: { en: {}, de: {}, jp: { name: '横浜' } },
    image: null,
  };
  const job = {
    id: 6,
    sites: ['main'],
    is_published: true,
    publish_until: null,
    publish_from: '2026-01-01T00:00:00Z',
    city: 'Yokohama',
    country: 'JP',
    field: null,
    pensum_min: null,
    pensum_max: null,
    is_remote: false,
    direct_link: null,
    localized: {
      en: { title: 'Tester', short_description: 'You test.' },
      jp: { title: 'テスター', short_description: '試験を担当します。', city: '横浜' },
    },
  };

  it('is named in the script of its readers where somebody has written it, and elsewhere as at home', () => {
    const nameIn = (locale: Locale) => resolveLocation(location, contextOf(locale))?.name;
    expect([nameIn('en'), nameIn('de'), nameIn('jp')]).toEqual(['Yokohama', 'Yokohama', '横浜']);
    expect(resolveJob(job, contextOf('de'))?.city).toBe('Yokohama');
  });

  it('is one place in all languages for those who narrow a list down to it', () => {
    expect(resolveJob(job, contextOf('jp'))).toMatchObject({ place: 'Yokohama', city: '横浜' });
  });
});

describe('a product', () => {
  const row: ProductDetailRow = {
    ...placed,
    id: 9,
    name: 'HX41',
    display_name: 'HX-41',
    status: 'active',
    texts: { en: { tagline: 'Small' } },
    series_id: 2,
    series: 'HX4',
    category_id: 1,
    category: { en: { title: 'Humidity' }, de: { title: 'Feuchte' } },
    image: null,
    order_code: '1-100',
    localized: { en: { tagline: 'Small', features: ['One'] } },
    images: [image, null],
    videos: [],
    documents: [],
    applications: [],
    related: [],
    properties: [
      {
        id: 1,
        unit: '%',
        title: { en: { title: 'Accuracy' } },
        group: 'primary',
        number: 1.5,
        max: null,
        text: null,
        localized: null,
      },
      {
        id: 2,
        unit: null,
        title: { en: { title: 'Range' } },
        group: 'primary',
        number: -40,
        max: 12_500,
        text: null,
        localized: null,
      },
      {
        id: 3,
        unit: null,
        title: { en: { title: 'Bus' } },
        group: 'secondary',
        number: null,
        max: null,
        text: 'I2C',
        localized: null,
      },
    ],
  };

  it('is a card in the locale, with what it lacks from the default one', () => {
    const context = contextOf('de');
    expect(resolveProduct(row, context)).toMatchObject({
      displayName: 'HX-41',
      tagline: 'Small',
      category: 'Feuchte',
      href: '/de/produkte/katalog/hx41',
    });
    expect([...context.trace.tags]).toEqual(['product/card:9', 'series/name:2', 'category/title:1']);
  });

  it('is left out where it is not shown', () => {
    expect(resolveProduct(row, contextOf('en', 'developer'))).toBeNull();
    expect(resolveProduct({ ...row, is_published: false }, contextOf())).toBeNull();
  });

  it('writes numbers as its reader does', () => {
    const values = (locale: Locale) =>
      resolveProductDetail(row, contextOf(locale)).properties.map(({ value }) => value);
    expect(values('en')).toEqual(['1.5', '−40\u00a0…\u00a012,500', 'I2C']);
    expect(values('de')).toEqual(['1,5', '−40\u00a0…\u00a012.500', 'I2C']);
  });

  it('shows pictures and videos in the order of the editors', () => {
    const video = (place: number) => ({
      url: `https://www.youtube.com/watch?v=video00000${place}`,
      image: null,
      place,
    });
    const media = (images: ProductDetailRow['images'], places: number[]) =>
      resolveProductDetail({ ...row, images, videos: places.map(video) }, contextOf()).media.map(({ kind }) => kind);
    expect(media([image, image], [2])).toEqual(['image', 'video', 'image']);
    expect(media([image], [1, 3])).toEqual(['video', 'image', 'video']);
    expect(media([], [1, 2])).toEqual(['video', 'video']);
    expect(media([image], [])).toEqual(['image']);
  });

  it('leads to the search for its series, where there is a search', () => {
    expect(seriesHref('HX4 & more', contextOf())).toBe('/search?query=HX4%20%26%20more');
    expect(seriesHref('HX4', { ...contextOf(), routePath: () => null })).toBeNull();
    expect(seriesHref(null, contextOf())).toBeNull();
  });
});
