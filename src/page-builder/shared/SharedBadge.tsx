import type { ReactNode } from 'react';
import type { SharedState } from '#server/editor/editor-state.ts';
import { describeCount } from '#staff/messages/count.ts';

type Props = { shared: SharedState; onPress: () => void };

/** Says that other pages show a module as well, and leads to them. */
export function SharedBadge({ shared: { name, hasDraft, pages }, onPress }: Props): ReactNode {
  const on = describeCount(pages.length, 'page');
  return (
    <button
      type="button"
      className="ed-shared"
      aria-haspopup="dialog"
      aria-label={`Shared: on ${on}. “${name}”${hasDraft ? ', with a draft' : ''}`}
      title={`“${name}”`}
      data-control="shared"
      onClick={onPress}
    >
      <span className="ed-shared__word">Shared: on </span>
      {on}
      {hasDraft ? <span className="ed-shared__draft"> · draft</span> : null}
    </button>
  );
}
