import { type ReactNode, useState } from 'react';
import AddToRelease from '#editor/publishing/AddToRelease.tsx';
import { countWords } from '#editor/publishing/change-words.ts';
import type { PageRow } from './page-rows.ts';

type Props = { rows: readonly PageRow[]; onClear: () => void; onDone: (message: string) => void };

/** What can be done with the chosen pages of a list. */
export function PagesBulk({ rows, onClear, onDone }: Props): ReactNode {
  const [open, setOpen] = useState<'release' | 'removal' | null>(null);
  const removable = rows.filter(({ page }) => page.route === null && page.isEditable && page.isPublished);
  const items = (open === 'removal' ? removable : rows).map(({ page }) => ({ page: page.id }));
  return (
    <section className="adm-bulk" aria-label="Chosen">
      <span role="status">{countWords(rows.length, 'page')} chosen</span>
      <button
        type="button"
        className="ed-button ed-button--primary ed-button--small"
        onClick={() => setOpen('release')}
      >
        Add to release
      </button>
      {removable.length > 0 ? (
        <button type="button" className="ed-button ed-button--small" onClick={() => setOpen('removal')}>
          {removable.length === rows.length
            ? 'Take off the site'
            : `Take ${countWords(removable.length, 'page')} off the site`}
        </button>
      ) : null}
      <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={onClear}>
        Clear
      </button>
      {open === null ? null : (
        <AddToRelease
          items={items}
          title={countWords(items.length, 'page')}
          isRemoval={open === 'removal'}
          onClose={(isDone) => {
            setOpen(null);
            if (isDone) onDone('Added to the release.');
          }}
        />
      )}
    </section>
  );
}
