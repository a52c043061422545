import type { EmployeeStory } from '#view-model/resolved.ts';
import { emptyRichText } from '#schema/rich-text.ts';
import type { StoryDetail } from '#view-model/details.ts';
import type { ReadContext } from '../reading/context.ts';
import { resolveImage } from '../image/resolve.ts';
import { oncePerRow } from '../reading/once-per-row.ts';
import { isVisible, rowHref } from '../reading/placement.ts';
import type { EmployeeStoryDetailRow, EmployeeStoryRow } from './shapes.ts';
import { localText } from '../reading/local-text.ts';

export const resolveEmployeeStory = oncePerRow((row: EmployeeStoryRow, context): EmployeeStory | null => {
  const { locale, trace } = context;
  trace.tag(`employee_story/card:${row.id}`, `story_category/card:${row.category.id}`);
  if (!row.sites.includes(context.site) || !isVisible(row, context)) return null;
  return {
    id: row.id,
    href: rowHref('employee_story', row, context),
    title: localText(row.texts, locale, 'title') ?? '',
    teaser: localText(row.texts, locale, 'teaser') ?? '',
    category: { id: row.category.id, title: localText(row.category.localized, locale, 'name') ?? '' },
    groups: row.groups.map((group) => {
      trace.tag(`story_group/card:${group.id}`);
      return { id: group.id, title: localText(group.localized, locale, 'name') ?? '' };
    }),
    hasVideo: row.has_video,
    image: resolveImage(row.image, context),
  };
});

/** The content of a story's own page, without its frame; null while the story is not shown here. */
export function resolveStoryDetail(
  row: EmployeeStoryDetailRow,
  context: ReadContext,
): Omit<StoryDetail, 'backHref' | 'others'> | null {
  const teaser = resolveEmployeeStory(row, context);
  return (
    teaser && {
      ...teaser,
      body: localText(row.localized, context.locale, 'body') ?? emptyRichText,
      publishedAt: row.publish_from,
      videoUrl: row.video_url,
    }
  );
}
