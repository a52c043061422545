import { lists } from '#kinds/lists.ts';
import type { ListQuery, ListQueryOf, RowsQuery } from '#schema/lists.ts';
import type { ListResult } from '#view-model/list-results.ts';
import type { Reading } from './reading.ts';

/** Reads a list as a page shows it, and adds its dependencies to the trace. */
export function readList(query: ListQuery, reading: Reading): Promise<ListResult> {
  return readNamed(query.list, query, reading);
}

async function readNamed<L extends ListQuery['list']>(
  list: L,
  query: ListQueryOf<L>,
  { source, context, here }: Reading,
): Promise<ListResult<L>> {
  const items = await lists[list](query, {
    context,
    here,
    rows: <N extends RowsQuery['list']>(asked: Extract<RowsQuery, { list: N }>) =>
      source.list<N>(context.locale, asked),
    record: (shape, id) => source.record(shape, id),
  });
  return { list, items };
}
