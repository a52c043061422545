import { type ReactNode, useState } from 'react';
import AddToRelease from '#staff/publishing/AddToRelease.tsx';
import { describeCount } from '#staff/messages/count.ts';
import { NeededBy } from '../records/NeededBy.tsx';
import type { PageRow } from './page-rows.ts';

type Props = {
  rows: readonly PageRow[];
  /** Those that have nothing to publish, as far as that is known. */
  unchanged: ReadonlySet<number>;
  onClear: () => void;
  onDone: (message: string) => void;
};

/** What can be done with the chosen pages of a list. */
export function PagesBulk({ rows, unchanged, onClear, onDone }: Props): ReactNode {
  const [open, setOpen] = useState<'release' | 'removal' | null>(null);
  const removable = rows.filter(({ page }) => page.route === null && page.isEditable && page.isPublished);
  const changed = rows.filter(({ page }) => page.isEditable && !unchanged.has(page.id));
  const items = (open === 'removal' ? removable : changed).map(({ page }) => ({ page: page.id }));
  const titles = new Map(rows.map(({ page, title }) => [page.id, title]));
  return (
    <section className="adm-bulk" aria-label="Chosen">
      <span role="status">{describeCount(rows.length, 'page')} chosen</span>
      {changed.length > 0 ? (
        <button
          type="button"
          className="ed-button ed-button--primary ed-button--small"
          onClick={() => setOpen('release')}
        >
          {changed.length === rows.length
            ? 'Add to release'
            : `Add ${describeCount(changed.length, 'draft')} to a release`}
        </button>
      ) : null}
      {removable.length > 0 ? (
        <button type="button" className="ed-button ed-button--small" onClick={() => setOpen('removal')}>
          {removable.length === rows.length
            ? 'Take off the site'
            : `Take ${describeCount(removable.length, 'page')} off the site`}
        </button>
      ) : null}
      <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={onClear}>
        Clear
      </button>
      {open === null ? null : (
        <AddToRelease
          items={items}
          title={describeCount(items.length, 'page')}
          nameOf={(item) => ('page' in item ? (titles.get(item.page) ?? '') : '')}
          isRemoval={open === 'removal'}
          above={open === 'removal' ? <NeededBy leaving={{ pages: items.map(({ page }) => page) }} /> : null}
          onClose={(isDone) => {
            setOpen(null);
            if (isDone) onDone('Added to the release.');
          }}
        />
      )}
    </section>
  );
}
