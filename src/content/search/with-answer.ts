import type { SearchAnswer } from '#domain/search/search.ts';
import type { PageContent } from '#content/reading/page-content.ts';

/** The search page as it is when something was looked for. Search engines are not to list what others looked for. */
export function withAnswer(page: PageContent, answer: SearchAnswer): PageContent {
  if (page.kind !== 'page' || page.screen?.screen !== 'search') return page;
  const head = { ...page.frame.head, noindex: true };
  return { ...page, frame: { ...page.frame, head }, screen: { ...page.screen, query: answer.query, answer } };
}
