import type { Faq } from '#view-model/resolved.ts';
import { emptyRichText } from '#schema/rich-text.ts';
import type { ReadContext } from '../reading/context.ts';
import type { FaqRow } from './shapes.ts';
import { localText } from '../reading/local-text.ts';

/** A question with its answer, in the reader's language. */
export function resolveFaq(row: FaqRow, context: ReadContext): Faq {
  context.trace.tag(`faq:${row.id}`);
  return {
    id: row.id,
    category: row.category,
    question: localText(row.localized, context.locale, 'question') ?? '',
    answer: localText(row.localized, context.locale, 'answer') ?? emptyRichText,
  };
}
