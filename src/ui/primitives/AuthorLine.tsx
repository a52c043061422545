import type { ReactNode } from 'react';
import type { Author } from '#view-model/resolved.ts';

/** Who wrote something, with the way to what else they wrote. */
export function AuthorLine({ author: { name, href } }: { author: Author }): ReactNode {
  return href === null ? <span>{name}</span> : <a href={href}>{name}</a>;
}
