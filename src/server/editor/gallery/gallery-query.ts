import { z } from 'zod';
import { type Locale, isLocale } from '#domain/locales.ts';
import { type SiteId, siteHasLocale } from '#domain/sites.ts';
import { type RegisteredType, isRegisteredType } from '#modules/definitions.ts';
import { galleryPath } from '#domain/addresses/gallery-path.ts';

export const galleryBackgrounds = ['White', 'Grey', 'Anthracite', 'Green', 'Orange'] as const;
type GalleryBackground = (typeof galleryBackgrounds)[number];

/** The gallery's address, parsed. Invalid values are ignored. */
export type GalleryQuery = {
  locale: Locale;
  /** Null is the list of types; `all` shows every type on one page. */
  type: RegisteredType | 'all' | null;
  /** Null is each type's own; `all` is one after the other. */
  background: GalleryBackground | 'all' | null;
  /** Null is all of them, for one type. */
  state: string | null;
  search: string;
  /** Modules show English, as a locale does that has no texts of its own. */
  isEnglish: boolean;
  /** The draft that a module is being chosen for: a path of this site. */
  page: string | null;
};

const backgroundSchema = z
  .enum([...galleryBackgrounds, 'all'])
  .nullable()
  .catch(null);

export function readGalleryQuery(parameters: URLSearchParams, site: SiteId): GalleryQuery {
  const locale = parameters.get('locale');
  const type = parameters.get('type') ?? '';
  const page = parameters.get('page') ?? '';
  return {
    locale: isLocale(locale) && siteHasLocale(site, locale) ? locale : 'en',
    type: type === 'all' || isRegisteredType(type) ? type : null,
    background: backgroundSchema.parse(parameters.get('background')),
    state: parameters.get('state') || null,
    search: (parameters.get('search') ?? '').slice(0, 100),
    isEnglish: parameters.get('texts') === 'english',
    page: /^\/(?![/\\])/.test(page) && page.length < 1000 ? page : null,
  };
}

/** The gallery's address with something else asked for. */
export function galleryHref(query: GalleryQuery, change: Partial<GalleryQuery>): string {
  const { locale, type, background, state, search, isEnglish, page } = { ...query, ...change };
  const parameters = new URLSearchParams();
  const set = (name: string, value: string | null) => value && parameters.set(name, value);
  set('type', type);
  set('state', state);
  set('background', background);
  set('locale', locale === 'en' ? null : locale);
  set('texts', isEnglish ? 'english' : null);
  set('search', search);
  set('page', page);
  const text = parameters.toString();
  return text === '' ? galleryPath : `${galleryPath}?${text}`;
}

/** The address that adds a module of a type to the draft which it is chosen for. */
export function addHref(page: string, type: RegisteredType): string {
  const url = new URL(page, 'http://site.invalid');
  for (const [name, value] of [
    ['draft', 'true'],
    ['show_modal', 'true'],
    ['module_type', type],
  ] as const) {
    url.searchParams.set(name, value);
  }
  return `${url.pathname}${url.search}`;
}
