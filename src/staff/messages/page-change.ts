import { type Locale, englishNames } from '#domain/locales.ts';
import type { PageChange } from '#changes/page-changes.ts';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';

/** The subject of a change, as editors call it; a changed text has its title in its own language. */
export function changeSubject(change: PageChange): { name: string; title: string; titleLocale?: Locale } {
  if (!('moduleId' in change)) return { name: 'Page settings', title: '' };
  const name = isRegisteredType(change.type) ? getDefinition(change.type).displayName : change.type;
  return { name, title: change.title, ...(change.what === 'changed' ? { titleLocale: change.locale } : {}) };
}

const fieldNames = {
  path: 'address',
  title: 'title',
  nav_title: 'name in menus',
  description: 'description',
  seo: 'search-engine settings',
} as const;

/** A description of a change, e.g. `Changed in German`. */
export function describeChange(change: PageChange): string {
  switch (change.what) {
    case 'added':
      return 'Added';
    case 'removed':
      return 'Removed';
    case 'moved':
      return 'Moved';
    case 'changed':
      return `Changed in ${englishNames[change.locale]}`;
    case 'parent':
      return 'Put below another page';
    case 'details': {
      const language = englishNames[change.locale];
      if (change.how === 'added') return `Put into ${language}`;
      if (change.how === 'removed') return `Taken out of ${language}`;
      return `Changed in ${language}: ${change.fields.map((field) => fieldNames[field]).join(', ')}`;
    }
  }
}
