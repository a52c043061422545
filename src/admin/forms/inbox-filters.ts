import { adminPaths } from '#domain/addresses/admin-paths.ts';
import type { ExportFormat } from '#domain/spreadsheets/export-formats.ts';
import type { locales } from '#domain/locales.ts';
import type { siteIds } from '#domain/sites.ts';
import type { ActionInput } from '#staff/calls/api.ts';

export type Filters = {
  search: string;
  state: '' | 'read' | 'unread';
  /** Days as YYYY-MM-DD, in the editor's own time, in which submissions are listed as well. */
  from: string;
  until: string;
  site: '' | (typeof siteIds)[number];
  locale: '' | (typeof locales)[number];
};
export const noFilters: Filters = { search: '', state: '', from: '', until: '', site: '', locale: '' };
export const pageSize = 24;

/** The question of the inbox as the server is asked it. */
export function asked(
  formId: number,
  { search, state, from, until, site, locale }: Filters,
  page: number,
): ActionInput<'fetchSubmissions'> {
  return {
    formId,
    search,
    page,
    pageSize,
    isRead: state === '' ? null : state === 'read',
    from: from === '' ? null : getDayStart(from),
    until: until === '' ? null : getDayStart(until, 1),
    site: site || null,
    locale: locale || null,
  };
}

/** When a day begins here, or one so many days later. */
function getDayStart(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** The address of the same list as a file, for signed-in accounts. */
export function exportHref(formId: number, format: ExportFormat, filters: Filters): string {
  const { from, until } = asked(formId, filters, 1);
  const parameters = new URLSearchParams(
    Object.entries({ ...filters, from: from ?? '', until: until ?? '' }).filter(([, value]) => value !== ''),
  );
  return `${adminPaths.export(formId, format)}${parameters.size > 0 ? `?${parameters}` : ''}`;
}
