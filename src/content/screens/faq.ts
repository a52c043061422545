import { plainText } from '#schema/rich-text.ts';
import { getListItems } from '#view-model/list-results.ts';
import { readList } from '#content/reading/read-list.ts';
import type { Reading } from '#content/reading/reading.ts';
import type { Screen } from './screen.ts';

/** The questions that customers ask often, in groups. */
export async function readFaqScreen(reading: Reading): Promise<Screen> {
  const faqs = getListItems('faqs', await readList({ list: 'faqs' }, reading));
  return {
    content: {
      screen: 'faq',
      groups: [...Map.groupBy(faqs, ({ category }) => category)].map(([category, questions]) => ({
        category,
        questions,
      })),
    },
    jsonLd:
      faqs.length === 0
        ? []
        : [
            {
              '@context': 'https://schema.org',
              '@type': 'FAQPage',
              mainEntity: faqs.map(({ question, answer }) => ({
                '@type': 'Question',
                name: question,
                acceptedAnswer: { '@type': 'Answer', text: plainText(answer) },
              })),
            },
          ],
  };
}
