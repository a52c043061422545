import type { ReactNode } from 'react';
import { type RegisteredType, getDefinition } from './definitions.ts';

type EmptyNoticeProps = { id: number; type: RegisteredType; waitsFor: string };

/**
 * The place of a module that has nothing to show, with what it waits for. Only drafts have it; its style is in the editor's
 * stylesheet.
 */
export function EmptyNotice({ id, type, waitsFor }: EmptyNoticeProps): ReactNode {
  const { displayName } = getDefinition(type);
  return (
    <section
      className="ed-empty"
      lang="en"
      data-module-id={id}
      data-module-type={type}
      aria-label={`${displayName} shows nothing yet`}
    >
      <p className="ed-empty__title">{displayName} shows nothing yet</p>
      <p className="ed-empty__text">{waitsFor} Until then visitors see nothing of this module.</p>
    </section>
  );
}
