import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { type KindGroup, kindGroups } from '#kinds/groups.ts';
import type { KindMeta } from '#kinds/meta.ts';
import { type KindName, capital, kindNames, registry } from '#kinds/registry.ts';
import { getKeys } from '#domain/objects.ts';
import { type Grant, may } from '#domain/rights.ts';
import { labels } from '#staff/messages/labels.ts';
import type { AdminState } from '../admin-state.ts';

type NavigationLink = { title: string; href: string; kind: KindName | null };
export type NavigationGroup = {
  name: KindGroup | 'publishing' | 'team';
  title: string;
  links: readonly NavigationLink[];
};

function getMeta(kind: KindName): KindMeta {
  return registry[kind];
}

/** What the navigation calls the records of a kind, e.g. `Channel partners`. */
export function listTitle(kind: KindName): string {
  const { title, words: named } = getMeta(kind);
  return title ?? capital(named.many);
}

/** Whether people delete records of a kind. */
export function isDeletable(kind: KindName): boolean {
  return getMeta(kind).isFixed !== true;
}

/** The screen that lists the records of a kind. */
export function listPath(kind: KindName): string {
  const { screen } = getMeta(kind);
  return screen === undefined ? adminPaths.records(kind) : `${adminPaths.home}/${screen}`;
}

/** Screens of their own and records with pages are what people come for; settings are hardly ever touched. */
function getRank(kind: KindName): number {
  const { screen, page, isFixed } = getMeta(kind);
  if (screen !== undefined) return 0;
  if (page !== undefined) return 1;
  return isFixed ? 3 : 2;
}

/** What the screen of accounts is called for those who see that of others there as well, and for those who do not. */
export function peopleTitle(grants: readonly Grant[]): string {
  return may({ grants }, 'manage people') ? 'Team and account' : 'My account';
}

/** The screens of the administration by what people call things, from the registry of kinds. */
export function navigation(grants: readonly Grant[]): NavigationGroup[] {
  const groups = getKeys(kindGroups).map((name): NavigationGroup => ({
    name,
    title: kindGroups[name],
    links: kindNames
      .filter((kind) => getMeta(kind).group === name)
      .toSorted((a, b) => getRank(a) - getRank(b))
      .map((kind) => ({ title: listTitle(kind), href: listPath(kind), kind })),
  }));
  const publishing: NavigationGroup = {
    name: 'publishing',
    title: labels.publishing,
    links: [
      { title: labels.publishing, href: adminPaths.publishes, kind: null },
      { title: 'Releases', href: adminPaths.releases, kind: null },
      { title: 'Translations', href: adminPaths.translations, kind: null },
      { title: 'Changes', href: adminPaths.audit, kind: null },
    ],
  };
  const people = peopleTitle(grants);
  const team: NavigationGroup = {
    name: 'team',
    title: people,
    links: [{ title: people, href: adminPaths.people, kind: null }],
  };
  return [...groups.filter(({ links }) => links.length > 0), publishing, team];
}

type Shown = AdminState['screen'];

/** The link of the navigation that a screen is, or is below; null where there is no screen. */
export function currentHref(screen: Shown): string | null {
  switch (screen.name) {
    case 'home':
      return adminPaths.home;
    case 'pages':
      return adminPaths.pages;
    case 'records':
    case 'record':
      return adminPaths.records(screen.kind);
    case 'forms':
    case 'form':
    case 'submissions':
      return adminPaths.forms;
    case 'people':
      return adminPaths.people;
    case 'audit':
      return adminPaths.audit;
    case 'translations':
    case 'translation':
      return adminPaths.translations;
    case 'releases':
    case 'release':
      return adminPaths.releases;
    case 'publishes':
    case 'publish':
      return adminPaths.publishes;
    case 'missing':
      return null;
  }
}

/** The area of a screen and its list, from the outermost on; the screen itself is not among them. */
export function crumbs(screen: Shown, grants: readonly Grant[]): { group: string | null; list: NavigationLink | null } {
  const href = currentHref(screen);
  for (const { title, links } of navigation(grants)) {
    const list = links.find((link) => link.href === href);
    if (list) return { group: title === list.title ? null : title, list };
  }
  return { group: null, list: null };
}
