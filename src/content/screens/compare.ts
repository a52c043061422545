import type { Reading } from '#content/reading/reading.ts';
import { getProductPath } from './catalog.ts';
import type { Screen } from './screen.ts';

/** The comparison reads the pages of the products that a visitor has chosen; the page itself depends on none of them. */
export async function readCompareScreen({ context }: Reading): Promise<Screen> {
  return {
    content: {
      screen: 'compare',
      productPath: getProductPath(context),
      catalogPath: context.routePath('products.catalog'),
    },
    jsonLd: [],
  };
}
