import type { Author } from '#view-model/resolved.ts';
import { resolveImage } from '../image/resolve.ts';
import type { ReadContext } from '../reading/context.ts';
import { localText } from '../reading/local-text.ts';
import { rowHref } from '../reading/placement.ts';
import type { AuthorRow } from './shapes.ts';

export function resolveAuthor(row: AuthorRow, context: ReadContext): Author {
  context.trace.tag(`author/card:${row.id}`);
  return {
    id: row.id,
    name: row.name,
    href: rowHref('author', row, context),
    position: localText(row.localized, context.locale, 'position') ?? '',
    bio: localText(row.localized, context.locale, 'bio') ?? '',
    image: resolveImage(row.image, context),
  };
}
