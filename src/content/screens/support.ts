import type { RouteKey } from '#domain/addresses/routes.ts';
import { getListItems } from '#view-model/list-results.ts';
import { readList } from '#content/reading/read-list.ts';
import type { Reading } from '#content/reading/reading.ts';
import type { Screen } from './screen.ts';

/** Questions that are shown of each group. */
const questionsOfGroup = 2;

const ways = {
  faq: 'products.support.faq',
  downloads: 'products.downloads',
  compare: 'products.compare',
  inventory: 'products.inventory',
  partners: 'products.channel-partners',
  representatives: 'products.representatives',
} as const satisfies Record<string, RouteKey>;

/** Where help is found on this site, and the first questions of each group. */
export async function readSupportScreen(reading: Reading): Promise<Screen> {
  const { context } = reading;
  const faqPath = context.routePath(ways.faq);
  const faqs = faqPath === null ? [] : getListItems('faqs', await readList({ list: 'faqs' }, reading));
  const groups = [...Map.groupBy(faqs, ({ category }) => category).values()];
  return {
    content: {
      screen: 'support',
      ways: (['faq', 'downloads', 'compare', 'inventory', 'partners', 'representatives'] as const).flatMap((way) => {
        const href = context.routePath(ways[way]);
        return href === null ? [] : [{ way, href }];
      }),
      questions: groups.flatMap((questions) =>
        questions.slice(0, questionsOfGroup).map(({ id, question }) => ({ question, href: `${faqPath}#faq-${id}` })),
      ),
    },
    jsonLd: [],
  };
}
