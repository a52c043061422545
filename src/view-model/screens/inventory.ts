import type { Stock } from './stock.ts';

export type InventoryContent = {
  screen: 'inventory';
  /** In the order of the catalog. */
  stocks: readonly Stock[];
};
