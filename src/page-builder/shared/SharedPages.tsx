import type { ReactNode } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import type { SharedState } from '#server/editor/editor-state.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { siteNames } from '#domain/site-names.ts';
import { describeCount } from '#staff/messages/count.ts';

type Props = { shared: SharedState; onClose: () => void };

/** The pages that show a shared module, and the way to publish or delete it. */
export default function SharedPages({ shared, onClose }: Props): ReactNode {
  const { id, name, hasDraft, pages } = shared;
  return (
    <Dialog title={`“${name}”`} size="small" onClose={onClose}>
      <p>
        {hasDraft
          ? `It has a draft, which the drafts of ${describeCount(pages.length, 'page')} show. Publishing it changes ${pages.length > 1 ? 'all of them at once' : 'what visitors see'}.`
          : `It stands on ${describeCount(pages.length, 'page')}${pages.length > 1 ? ', and is changed for all of them at once' : ''}.`}
      </p>
      <ul className="ed-shared__pages">
        {pages.map((page) => (
          <li key={page.id}>
            <a href={page.href}>{page.title}</a>
            <span className="ed-shared__site">{siteNames[page.site]}</span>
          </li>
        ))}
      </ul>
      <div className="ed-dialog__actions">
        <a
          className={hasDraft ? 'ed-button ed-button--primary' : 'ed-button'}
          href={adminPaths.record('shared_module', id)}
        >
          {hasDraft ? 'Look at it and publish' : 'Open the shared module'}
        </a>
        <button type="button" className="ed-button" data-autofocus onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
