import type { Reading } from '#content/reading/reading.ts';
import { resolveDocument } from '#kinds/document/resolve.ts';
import { resolveProduct } from '#kinds/product/resolve.ts';
import type { Screen } from './screen.ts';

const maxDocuments = 1000;

/** The documents of all products. */
export async function readDownloadsScreen({ source, context }: Reading): Promise<Screen> {
  const { trace, locale, at } = context;
  trace.tag('list:document', 'list:product', 'list:product_document');
  const rows = await source.list(locale, { list: 'downloads', limit: maxDocuments });
  trace.changesAt(rows.next_change_at, at);
  return {
    content: {
      screen: 'downloads',
      downloads: rows.items.map(({ document, products }) => ({
        document: resolveDocument(document, context),
        language: document.language,
        products: products.flatMap((product) => {
          const card = resolveProduct(product, context);
          return card ? [{ slug: product.slug, name: card.displayName, href: card.href }] : [];
        }),
      })),
    },
    jsonLd: [],
  };
}
