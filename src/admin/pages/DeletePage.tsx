import { type ReactNode, useState } from 'react';
import type { PageUses } from '#content/page-tree.ts';
import { type CallFailure, call } from '#editor/api.ts';
import { Window } from '#editor/dialog/Window.tsx';
import { Failure } from '#editor/form/Failure.tsx';
import { PausedNotice } from '#editor/publishing/PausedNotice.tsx';
import { UrlTable } from '#editor/publishing/UrlTable.tsx';
import { siteNames } from '#editor/site-names.ts';
import { useCall } from '../forms/use-call.ts';

type Props = { id: number; title: string; onDeleted: (isLive: boolean) => void; onClose: () => void };

const menuNames = { main: 'Main menu', footer: 'Footer', legal: 'Legal' } as const;

/** Deletes a page after showing which URLs change and what leads to it. */
export function DeletePage({ id, title, onDeleted, onClose }: Props): ReactNode {
  const { current: plan, failure: unread, reload } = useCall('planPageDeletion', { pageId: id });
  const [isConfirmed, setConfirmed] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const hasPagesBelow = plan !== null && plan.uses.below.length > 0;
  const isUsed = plan !== null && plan.uses.links.length + plan.uses.menus.length > 0;
  const remove = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    const answer = await call('deletePage', { pageId: id, isConfirmed });
    setBusy(false);
    if (answer.ok) return onDeleted(answer.value.isLive);
    setFailure(answer.failure);
    if (answer.failure.code === 'conflict') reload();
  };
  return (
    <Window
      title={hasPagesBelow ? `“${title}” has pages below it` : `Delete “${title}”?`}
      size="medium"
      onClose={onClose}
    >
      <div className="ed-publish" role="region" aria-label="What deleting changes" tabIndex={0}>
        {plan ? (
          <>
            <PausedNotice paused={plan.paused} />
            {hasPagesBelow ? (
              <PagesBelow below={plan.uses.below} />
            ) : (
              <p role="status">{leadWords(plan.entries.length)}</p>
            )}
            {!hasPagesBelow && isUsed ? <Uses uses={plan.uses} /> : null}
            {!hasPagesBelow && isUsed ? (
              <label className="ed-check">
                <input type="checkbox" checked={isConfirmed} onChange={({ target }) => setConfirmed(target.checked)} />
                <span>These links and menu items may lose their destination</span>
              </label>
            ) : null}
            {hasPagesBelow ? null : <UrlTable entries={plan.entries} />}
          </>
        ) : unread ? null : (
          <p role="status">Working out what deleting changes …</p>
        )}
        {unread ? <Failure failure={unread} onRetry={reload} /> : null}
        {failure ? <Failure failure={failure} /> : null}
      </div>
      <div className="ed-window__actions">
        {hasPagesBelow ? null : (
          <button
            type="button"
            className="ed-button ed-button--primary"
            disabled={plan === null || (isUsed && !isConfirmed)}
            aria-disabled={isBusy ? true : undefined}
            aria-busy={isBusy}
            onClick={() => void remove()}
          >
            {isBusy ? 'Deleting …' : 'Delete page'}
          </button>
        )}
        <button type="button" className="ed-button" data-autofocus disabled={isBusy} onClick={onClose}>
          {hasPagesBelow ? 'Close' : 'Cancel'}
        </button>
      </div>
    </Window>
  );
}

function leadWords(urls: number): string {
  return urls === 0
    ? 'It was never published: visitors will notice nothing. Its draft and its versions stay in the history.'
    : 'It leaves the website at once, and its addresses answer that the page is gone. Its draft and its versions stay in the history.';
}

function PagesBelow({ below }: { below: PageUses['below'] }): ReactNode {
  return (
    <>
      <p>Move or delete these first. Then it can be deleted.</p>
      <ul className="ed-uses__list">
        {below.map((page) => (
          <li key={page.id}>
            {page.title}
            <small>{page.path}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

function Uses({ uses: { menus, links } }: { uses: PageUses }): ReactNode {
  return (
    <div className="ed-warnings">
      <p className="ed-warnings__title">This leads to the page</p>
      <ul className="ed-uses__list">
        {menus.map(({ id, site, name }) => (
          <li key={`menu ${id}`}>
            {menuNames[name]}
            <small>{siteNames[site]}</small>
          </li>
        ))}
        {links.map(({ id, text, shownOn }) => (
          <li key={`link ${id}`}>
            Link “{text}”
            <small>
              {shownOn.length === 0
                ? 'On no published page'
                : shownOn.map(({ site, path }) => `${siteNames[site]}: ${path}`).join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </div>
  );
}
