import type { ReferenceKind } from '#schema/fields.ts';

/** What editors call the kinds of record, one and several. */
const words: Record<ReferenceKind, readonly [one: string, many: string]> = {
  image: ['image', 'images'],
  vector: ['vector', 'vectors'],
  file: ['file', 'files'],
  document: ['document', 'documents'],
  video: ['video', 'videos'],
  webinar: ['webinar', 'webinars'],
  link: ['link', 'links'],
  page: ['page', 'pages'],
  product: ['product', 'products'],
  series: ['series', 'series'],
  category: ['category', 'categories'],
  cv: ['CV', 'CVs'],
  location: ['location', 'locations'],
  employee_story: ['employee story', 'employee stories'],
  story_group: ['story group', 'story groups'],
  story_category: ['story category', 'story categories'],
  form: ['form', 'forms'],
};

export function nameOf(kind: ReferenceKind): string {
  return words[kind][0];
}

export function pluralOf(kind: ReferenceKind): string {
  return words[kind][1];
}

export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** What an id is answered with that no record has (spec sections 5 and 8). */
export function notFound(kind: ReferenceKind): string {
  return `${capital(nameOf(kind))} not found`;
}
