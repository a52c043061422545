import { languageCodes } from '#domain/locales.ts';
import type { StoryDetail } from '#view-model/details.ts';
import { absoluteUrl } from '../image/resolve.ts';
import { rowPlace } from '../places.ts';
import { backHref, defineOwnPage } from '../reading/own-page.ts';
import { isHere } from '../reading/placement.ts';
import { resolveStoryDetail } from './resolve.ts';

/** The page of an employee story, with the newest others. */
export const ownPage = defineOwnPage<'employee_story', StoryDetail>({
  shapes: ['employee_story_detail'],
  read: async (id, { context, record, list, frame, organization }) => {
    context.trace.tag(`employee_story:${id}`);
    const row = await record('employee_story_detail', id);
    const story = row && isHere(row, context) ? resolveStoryDetail(row, context) : null;
    if (!row || !story) return null;
    const { list: above } = rowPlace('employee_story');
    const newest = await list({ list: 'stories', group: null, category: null, limit: 4 });
    const pageFrame = frame(above, row, {
      title: story.title,
      description: story.teaser,
      ogType: 'article',
      image: row.image,
      jsonLd: [
        {
          '@context': 'https://schema.org',
          '@type': 'Article',
          headline: story.title,
          description: story.teaser,
          datePublished: story.publishedAt,
          inLanguage: languageCodes[context.locale],
          author: organization(),
          publisher: organization(),
          ...(story.image ? { image: absoluteUrl(story.image.url, context.origins[context.site]) } : {}),
        },
      ],
    });
    const others = newest.filter((other) => other.id !== id).slice(0, 3);
    return {
      kind: 'employee_story',
      frame: pageFrame,
      shown: { ...story, backHref: backHref(context, above), others },
    };
  },
});
