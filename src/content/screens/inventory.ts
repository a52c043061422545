import type { Reading } from '#content/reading/reading.ts';
import { resolveStock } from '#kinds/inventory-item/resolve.ts';
import type { Screen } from './screen.ts';

const maxProducts = 1000;

/** The stock of all products at channel partners. */
export async function readInventoryScreen({ source, context }: Reading): Promise<Screen> {
  const { trace, locale, at } = context;
  trace.tag('list:inventory', 'list:product');
  const rows = await source.list(locale, { list: 'inventory', limit: maxProducts });
  trace.changesAt(rows.next_change_at, at);
  const stocks = rows.items.flatMap((row) => resolveStock(row, context) ?? []);
  return { content: { screen: 'inventory', stocks }, jsonLd: [] };
}
