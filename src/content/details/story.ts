import { languageOf } from '#domain/locales.ts';
import { type Result, ok } from '#domain/result.ts';
import { rowPlace } from '#kinds/places.ts';
import { itemsOf } from '#view-model/list-results.ts';
import type { PageContent } from '../page-content.ts';
import { readList } from '../read-list.ts';
import { type Reading, homePath, missing, organizationData } from '../reading.ts';
import { resolveStoryDetail } from '#kinds/employee-story/resolve.ts';
import { isHere, makeRowFrame } from './row-frame.ts';
import { absoluteUrl } from '#kinds/image/resolve.ts';

/** The page of an employee story, with the newest others. */
export async function readStory(id: number, reading: Reading): Promise<Result<PageContent>> {
  const { source, context } = reading;
  context.trace.tag(`employee_story:${id}`);
  const row = await source.record('employee_story_detail', id);
  const story = row && isHere(row, context) ? resolveStoryDetail(row, context) : null;
  if (!row || !story) return missing(`employee story ${id}`);
  const { list } = rowPlace('employee_story');
  const newest = itemsOf(
    'stories',
    await readList({ list: 'stories', group: null, category: null, limit: 4 }, reading),
  );
  const frame = makeRowFrame('employee_story', list, row, reading, {
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
        inLanguage: languageOf[context.locale],
        author: organizationData(reading),
        publisher: organizationData(reading),
        ...(story.image ? { image: absoluteUrl(story.image.url, context.origins[context.site]) } : {}),
      },
    ],
  });
  const backHref = context.routePath(list) ?? homePath(context.locale);
  const others = newest.filter((other) => other.id !== id).slice(0, 3);
  return ok({ kind: 'employee_story', frame, story: { ...story, backHref, others } });
}
