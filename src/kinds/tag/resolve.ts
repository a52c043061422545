import type { Tag } from '#view-model/resolved.ts';
import type { ReadContext } from '../reading/context.ts';
import { localText } from '../reading/local-text.ts';
import { rowHref } from '../reading/placement.ts';
import type { TagRow } from './shapes.ts';

export function resolveTag(row: TagRow, context: ReadContext): Tag {
  context.trace.tag(`tag/card:${row.id}`);
  return {
    id: row.id,
    name: localText(row.localized, context.locale, 'name') ?? '',
    href: rowHref('tag', row, context),
  };
}
