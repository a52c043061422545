import type { ListedPage } from '#content/tree/list-site-pages.ts';
import type { PageNames } from '#content/tree/page-names.ts';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { getKeys } from '#domain/objects.ts';
import { type SiteId, getLocales } from '#domain/sites.ts';
import { suggestPath } from '#domain/addresses/suggest-path.ts';

/** What is typed for a page in one language. An address that nobody has typed follows the title. */
type LocaleForm = { isOn: boolean; title: string; path: string; isPathTyped: boolean };

export type PageForm = { site: SiteId; parentId: number | null; locales: Partial<Record<Locale, LocaleForm>> };

/** The addresses of the pages that another can be below, by their id. */
type Parents = ReadonlyMap<number, PageNames>;

export function listParents(pages: readonly Pick<ListedPage, 'id' | 'locales'>[]): Parents {
  return new Map(pages.map(({ id, locales }) => [id, locales]));
}

/** A form with what a page has; the default locale of a new page is chosen, the others are not. */
export function toPageForm(site: SiteId, parentId: number | null, names: PageNames): PageForm {
  const locales: PageForm['locales'] = {};
  for (const locale of getLocales(site)) {
    const own = names[locale];
    locales[locale] = {
      isOn: own !== undefined || locale === defaultLocale,
      title: own?.title ?? '',
      path: own?.path ?? '',
      isPathTyped: own !== undefined,
    };
  }
  return { site, parentId, locales };
}

/** The names that a copy of a page begins with: on its own site they must be others. */
export function copiedNames(names: PageNames, isSameSite: boolean): PageNames {
  const copies: PageNames = {};
  for (const locale of getKeys(names)) {
    const own = names[locale];
    if (!own) continue;
    // Each site has a home page.
    if (own.path === '/') copies[locale] = { title: `${own.title} (copy)`, path: '/copy' };
    else copies[locale] = isSameSite ? { title: `${own.title} (copy)`, path: `${own.path}-copy` } : own;
  }
  return copies;
}

/** The form of a copy with what somebody had typed for a new page before it was to be a copy. */
export function withTyped(form: PageForm, typed: PageForm, parents: Parents): PageForm {
  const isMoved = typed.site === form.site && typed.parentId !== null;
  let next = isMoved ? withParent(form, typed.parentId, parents) : form;
  for (const locale of getLocales(form.site)) {
    const own = typed.locales[locale];
    if (own?.isOn && own.title.trim() !== '') next = withLocaleForm(next, locale, own, parents);
  }
  return next;
}

/** The form after one language of it has changed: its address is suggested until somebody types one. */
export function withLocaleForm(
  form: PageForm,
  locale: Locale,
  change: Partial<LocaleForm>,
  parents: Parents,
): PageForm {
  const before = form.locales[locale] ?? { isOn: false, title: '', path: '', isPathTyped: false };
  const now = { ...before, ...change };
  const path = now.isPathTyped ? now.path : suggestedFor(form.parentId, locale, now.title, parents);
  return { ...form, locales: { ...form.locales, [locale]: { ...now, path } } };
}

/** The form below another page: addresses move along, also those that were typed. */
export function withParent(form: PageForm, parentId: number | null, parents: Parents): PageForm {
  const locales: PageForm['locales'] = {};
  for (const locale of getLocales(form.site)) {
    const own = form.locales[locale];
    if (!own) continue;
    const above = pathAbove(parentId, locale, parents);
    const last = own.path.split('/').at(-1) ?? '';
    const path = own.isPathTyped
      ? own.path === '' || own.path === '/'
        ? own.path
        : `${above === '/' ? '' : above}/${last}`
      : suggestedFor(parentId, locale, own.title, parents);
    locales[locale] = { ...own, path };
  }
  return { ...form, parentId, locales };
}

/** The languages that are chosen, as they are saved. */
export function toPageNames({ locales, site }: PageForm): PageNames {
  const names: PageNames = {};
  for (const locale of getLocales(site)) {
    const own = locales[locale];
    if (own?.isOn) names[locale] = { title: own.title, path: own.path };
  }
  return names;
}

function suggestedFor(parentId: number | null, locale: Locale, title: string, parents: Parents): string {
  return title.trim() === '' ? '' : suggestPath(pathAbove(parentId, locale, parents), title);
}

/** The address of the page above in a language, or else its English one. */
function pathAbove(parentId: number | null, locale: Locale, parents: Parents): string {
  const above = parentId === null ? undefined : parents.get(parentId);
  return above?.[locale]?.path ?? above?.[defaultLocale]?.path ?? '';
}
