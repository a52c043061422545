import { type PickerPage, pickerPageSize } from '#staff/picker/records.ts';
import { type PageRow, matchesPage } from './page-rows.ts';

/**
 * A page of a picker, of pages that are known already: those with every word of the search in their title or address, in the order
 * of the tree.
 *
 * @example pickPages(rows, { search: 'about', page: 1 })
 */
export function pickPages(rows: readonly PageRow[], { search, page }: { search: string; page: number }): PickerPage {
  const found = rows.filter((row) => matchesPage(row.page, search));
  const start = (page - 1) * pickerPageSize;
  return {
    count: found.length,
    items: found.slice(start, start + pickerPageSize).map(({ page: { id }, title, path }) => ({
      id,
      title,
      detail: path,
      thumbnail: null,
    })),
  };
}
