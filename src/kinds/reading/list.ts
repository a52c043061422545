import type { ListQuery, ListQueryOf, RowsQuery } from '#schema/lists.ts';
import type { ListItems } from '#view-model/list-results.ts';
import type { ListRows } from '../list-answers.ts';
import type { RecordRow, ShapeName } from '../shapes.ts';
import type { ReadContext } from './context.ts';

/** How a list reads: the rows of the database, for a reader, and the page that asks. */
type ListReading = {
  context: ReadContext;
  rows: <L extends RowsQuery['list']>(query: Extract<RowsQuery, { list: L }>) => Promise<ListRows[L]>;
  record: <K extends ShapeName>(shape: K, id: number) => Promise<RecordRow<K> | null>;
  /** The page that asks, with the one above it; null for other outputs. */
  here: { id: number; above: number | null } | null;
};

/** How lists are read as pages show them. Each adds its dependencies to the trace. */
export type Lists<L extends ListQuery['list']> = {
  readonly [N in L]: (query: ListQueryOf<N>, reading: ListReading) => Promise<ListItems[N][]>;
};
