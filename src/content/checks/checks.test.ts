import { describe, expect, it } from 'vitest';
import { blankLink } from '../../../tests/fixtures/link-row.ts';
import type { LinkRow } from '#kinds/link/shapes.ts';
import { checkImages } from './check-images.ts';
import { type LinkWorld, checkLinks, placesToVisit } from './check-links.ts';
import { checkRecords } from './check-records.ts';
import { checkTranslations } from './check-translations.ts';
import type { CheckedModule } from './findings.ts';
import { locateHrefs } from './locate-hrefs.ts';

const address = (path: string) => ({ path, title: path, nav_title: '' });
const product = {
  slug: 'p',
  sites: ['main'],
  is_published: true,
  publish_from: null,
  publish_until: null,
  locales: ['en' as const],
};

/** A module with one link, by id, in its heading. */
const linked: CheckedModule = { id: 5, type: 'KEY_FIGURES', data: { heading: { link: 1 } }, fallback: false };
const rich = (...texts: object[]): CheckedModule => ({
  id: 6,
  type: 'TEXT_BLOCK',
  data: { body: { type: 'doc', content: [{ type: 'paragraph', content: texts }] } },
  fallback: false,
});
const to = (href: string, text: string) => ({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] });

function world(link: Partial<LinkRow> | null, more: Partial<LinkWorld> = {}): LinkWorld {
  return {
    site: 'main',
    locale: 'de',
    at: '2026-06-01T00:00:00Z',
    page: { id: 9, addresses: { en: address('/own'), de: address('/eigen') } },
    link: () => (link === null ? null : { ...blankLink, ...link }),
    visit: () => undefined,
    ...more,
  };
}

describe('links', () => {
  const elsewhere = { page_id: 3, page_site: 'main' as const };
  const there = { ...elsewhere, addresses: { en: address('/there'), de: address('/dort') } };
  const row = { row_kind: 'product' as const, row_id: 4 };

  it.each([
    ['that are gone', null, 'The link was deleted'],
    ['to a deleted page', {}, 'led to a page that was deleted'],
    ['to a page that is not published', { ...elsewhere, addresses: null }, 'a page that is not published'],
    ['to a page without this locale', { ...elsewhere, addresses: { en: address('/x') } }, 'a page without German'],
    ['to a page in other locales only', { ...elsewhere, addresses: { jp: address('/x') } }, 'neither in German nor'],
    ['to a deleted product', row, 'a product that was deleted'],
    ['to a hidden product', { ...row, row: { ...product, is_published: false } }, 'a product that is not published'],
    [
      'to a product for later',
      { ...row, row: { ...product, publish_from: '2026-07-01T00:00:00Z' } },
      'a product that is not published',
    ],
    ['to a product of another site', { ...row, row: { ...product, sites: ['developer'] } }, 'this site does not show'],
    ['to a product without this locale', { ...row, row: product }, 'a page without German'],
    ['to a record that was deleted', { row_kind: 'event' as const, row_id: 1 }, 'an event that was deleted'],
    ['to a download that is gone', { type: 'download' as const }, 'no file to download'],
  ])('%s are found', (_name, link, words) => {
    const findings = checkLinks([linked], world(link));
    expect(findings).toEqual([
      {
        kind: 'link',
        locale: 'de',
        moduleId: 5,
        path: ['heading', 'link'],
        message: expect.stringContaining(words),
      },
    ]);
  });

  it.each([
    ['a published page', there],
    ['the page itself, as its draft is', { ...elsewhere, page_id: 9, addresses: null }],
    [
      'a page of a site that does not have the locale',
      { ...elsewhere, page_site: 'developer' as const, addresses: { en: address('/x') } },
    ],
    ['a shown product', { ...row, row: { ...product, locales: ['de' as const] } }],
    ['another website', { type: 'external' as const, url: 'https://example.com' }],
  ])('to %s are fine', (_name, link) => {
    expect(checkLinks([linked], world(link))).toEqual([]);
  });

  it('to an anchor are looked up where they lead', () => {
    const visit: LinkWorld['visit'] = (place) => ({ anchors: new Set(place === null ? ['here'] : ['there']) });
    const words = (link: Partial<LinkRow>) =>
      checkLinks([linked], world(link, { visit })).map(({ message }) => message);
    expect(words({ ...there, anchor: '#there' })).toEqual([]);
    expect(words({ ...there, anchor: 'gone' })).toEqual([
      'The link “More” leads to #gone, which the page does not have.',
    ]);
    expect(words({ type: 'anchor', anchor: '#here' })).toEqual([]);
    expect(words({ type: 'anchor', anchor: '#there' })).toEqual([
      'The link “More” leads to #there, which this page does not have.',
    ]);
  });

  it('in rich text are looked up by their address', () => {
    const module = rich(
      to('/lost', 'lost'),
      { type: 'text', text: ' and ' },
      to('/de/eigen', 'itself'),
      to('https://example.com/lost', 'elsewhere'),
      to('mailto:a@b.example', 'mail'),
      to('#gone', 'anchor'),
    );
    const visit: LinkWorld['visit'] = (place) => (place === null ? { anchors: new Set() } : null);
    expect(checkLinks([module], world(null, { visit })).map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['body.0', 'The link “lost” leads to /lost, where there is no published page.'],
      ['body.4', 'The link “anchor” leads to #gone, which this page does not have.'],
    ]);
    expect(placesToVisit([module], world(null))).toEqual([{ site: 'main', path: '/lost' }, null]);
  });

  it('of several pieces are one', () => {
    const bold = { ...to('/a', 'two'), marks: [{ type: 'bold' }, ...to('/a', '').marks] };
    expect(locateHrefs(rich(to('/a', 'one '), bold, to('/b', 'three')).data)).toEqual([
      { href: '/a', text: 'one two', path: ['body', 0] },
      { href: '/b', text: 'three', path: ['body', 1] },
    ]);
  });
});

describe('pictures', () => {
  const hero: CheckedModule = { id: 7, type: 'HERO', data: { image: 3 }, fallback: false };
  const image = (localized: object, is_decorative = false) => ({
    image: () => ({ id: 3, hash: 'h', width: 1, height: 1, widths: [1], has_avif: false, is_decorative, localized }),
    vector: () => null,
  });

  it.each([
    ['no alternative text', {}, 'no alternative text. Describe'],
    ['a blank one', { de: { alt: ' ' } }, 'no alternative text. Describe'],
    ['only the English one', { en: { alt: 'A sensor' } }, 'uses the English one'],
  ])('with %s are found', (_name, localized, words) => {
    expect(checkImages([hero], image(localized), 'de')).toEqual([
      {
        kind: 'alternative-text',
        locale: 'de',
        moduleId: 7,
        path: ['image'],
        message: expect.stringContaining(words),
        picture: { kind: 'image', id: 3 },
      },
    ]);
  });

  it('with their own text, decorative ones and deleted ones are not', () => {
    expect(checkImages([hero], image({ de: { alt: 'Ein Sensor' } }), 'de')).toEqual([]);
    expect(checkImages([hero], image({}, true), 'de')).toEqual([]);
    expect(checkImages([hero], { image: () => null, vector: () => null }, 'de')).toEqual([]);
  });

  it('that were deleted are told as deleted content', () => {
    expect(checkRecords([hero], () => false, 'de')).toMatchObject([{ kind: 'record', moduleId: 7, path: ['image'] }]);
    expect(checkRecords([hero], () => true, 'de')).toEqual([]);
  });
});

describe('translations', () => {
  it('are missing where a module falls back, and never in English', () => {
    const page = {
      description: 'About it',
      modules: [
        { ...linked, fallback: true },
        { ...linked, id: 8 },
      ],
    };
    expect(checkTranslations(page, 'de').map(({ moduleId }) => moduleId)).toEqual([5]);
    expect(checkTranslations(page, 'en')).toEqual([]);
  });

  it('include the description of the page', () => {
    expect(checkTranslations({ description: ' ', modules: [] }, 'de')).toMatchObject([
      { moduleId: null, path: ['description'], message: expect.stringContaining('German') },
    ]);
  });
});
