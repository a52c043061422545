import type { PageContent } from '#content/reading/page-content.ts';
import type { Frame } from '#view-model/frame.ts';
import { translateFor } from '#ui/i18n/translate.ts';

/** What a page is, where its record's name alone does not say so in the reader's language; null for every other page. */
function findTitle(page: PageContent): string | null {
  const t = translateFor(page.frame.locale);
  switch (page.kind) {
    case 'not_found':
      return t('notFound.title');
    case 'product':
      return t('product.title', { name: page.shown.displayName, category: page.shown.category });
    case 'tag':
    case 'author': {
      const { subject } = page.shown;
      return subject.kind === 'tag'
        ? t('blog.tagTitle', { name: subject.name })
        : t('blog.authorTitle', { name: subject.author.name });
    }
    default:
      return null;
  }
}

/** The frame of a page, with a title in the words of the interface where the page needs one. */
export function withSpokenTitle(page: PageContent): Frame {
  const { frame } = page;
  const title = findTitle(page);
  if (title === null) return frame;
  const { head } = frame;
  return {
    ...frame,
    head: { ...head, title: `${title} | ${frame.siteName}`, openGraph: { ...head.openGraph, title } },
  };
}
