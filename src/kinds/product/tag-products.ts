import type { Trace } from '../reading/trace.ts';

/** Products of a category are also those of the categories below it, wherever they are moved. */
export function tagProducts({ by, id }: { by: 'series' | 'category'; id: number }, trace: Trace): void {
  trace.tag(by === 'series' ? `list:product/series_id/${id}` : 'list:product');
  if (by === 'category') trace.tag('list:category');
}
