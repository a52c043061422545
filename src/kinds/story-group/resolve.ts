import type { ReadContext } from '../reading/context.ts';
import { localText } from '../reading/local-text.ts';
import type { RecordRow } from '../shapes.ts';

/** A group or category of stories, by its name. */
export function resolveStoryGroup(
  row: RecordRow<'story_group'>,
  { locale }: ReadContext,
): { id: number; title: string } {
  const title =
    row.title ?? localText(row.localized, locale, 'name') ?? localText(row.localized, locale, 'title') ?? '';
  return { id: row.id, title };
}
