import { type ReactNode, useState } from 'react';
import type { ListedPage } from '#content/tree/list-site-pages.ts';
import type { PageUses } from '#content/tree/find-page-uses.ts';
import { type ActionOutput, call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { PausedNotice } from '#staff/publishing/PausedNotice.tsx';
import { UrlTable } from '#staff/publishing/UrlTable.tsx';
import { readablePath } from '#domain/addresses/readable-path.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { siteNames } from '#domain/site-names.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { NeedsList } from '../records/NeededBy.tsx';
import { PageChoice } from './PageChoice.tsx';
import { buildPageRows } from './page-rows.ts';

type Props = {
  id: number;
  title: string;
  pages: readonly ListedPage[];
  onDeleted: (isLive: boolean) => void;
  onClose: () => void;
};

type PageDeletion = ActionOutput<'planPageDeletion'>;

const menuNames = { main: 'Main menu', footer: 'Footer', legal: 'Legal' } as const;

/** The URLs that are worked out at once; all others follow while the dialog is read. */
const firstUrls = 20;

/** Deletes a page after showing which URLs change and what leads to it. */
export function DeletePage({ id, title, pages, onDeleted, onClose }: Props): ReactNode {
  const {
    current: plan,
    failure: unread,
    reload,
  } = useCall('planPageDeletion', {
    pageId: id,
    first: firstUrls,
  });
  const [isConfirmed, setConfirmed] = useState(false);
  const [leadsTo, setLeadsTo] = useState<number | null>(null);
  const { failure, isBusy, send } = useSend();
  const hasPagesBelow = plan !== null && plan.uses.below.length > 0;
  const isUsed = plan !== null && plan.uses.links.length + plan.uses.menus.length > 0;
  const remove = async () => {
    if (plan === null) return;
    await send(
      () => call('deletePage', { pageId: id, isConfirmed, leadsTo, lastSave: plan.lastSave }),
      ({ isLive }) => onDeleted(isLive),
      ({ code }) => {
        if (code === 'conflict') reload();
      },
    );
  };
  return (
    <Dialog
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
              <p role="status">{describeDeletion(plan.entries.length)}</p>
            )}
            {!hasPagesBelow && isUsed ? <Uses uses={plan.uses} /> : null}
            <NeedsList needs={plan.needs} />
            {!hasPagesBelow && isUsed ? (
              <label className="ed-check">
                <input type="checkbox" checked={isConfirmed} onChange={({ target }) => setConfirmed(target.checked)} />
                <span>{describeLoss(plan)}</span>
              </label>
            ) : null}
            {hasPagesBelow || plan.entries.length === 0 ? null : (
              <LeadsTo {...{ id, pages, leadsTo }} older={plan.uses.redirects} onLeadsTo={setLeadsTo} />
            )}
            {hasPagesBelow || plan.entries.length === 0 ? null : <Urls id={id} first={plan.entries} />}
          </>
        ) : unread ? null : (
          <p role="status">Working out what deleting changes …</p>
        )}
        {unread ? <Failure failure={unread} onRetry={reload} /> : null}
        {failure ? <Failure failure={failure} /> : null}
      </div>
      <div className="ed-dialog__actions">
        {hasPagesBelow ? null : (
          <button
            type="button"
            className="ed-button ed-button--danger"
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
    </Dialog>
  );
}

/** The URLs that change: the first ones at once, and all as soon as they are worked out. */
function Urls({ id, first }: { id: number; first: PageDeletion['entries'] }): ReactNode {
  const { current, failure, reload } = useCall('planPageDeletion', { pageId: id });
  return (
    <>
      <UrlTable entries={current?.entries ?? first} />
      {current || failure ? null : <p role="status">Other pages that change are being worked out …</p>}
      {failure ? <Failure failure={failure} onRetry={reload} /> : null}
    </>
  );
}

type LeadsToProps = {
  id: number;
  pages: readonly ListedPage[];
  leadsTo: number | null;
  /** How many addresses that it had before lead to it. */
  older: number;
  onLeadsTo: (leadsTo: number | null) => void;
};

/** Where the addresses of the page lead once it is gone. */
function LeadsTo({ id, pages, leadsTo, older, onLeadsTo }: LeadsToProps): ReactNode {
  return (
    <PageChoice
      label="Who opens its address"
      help={`Links from elsewhere go on working when it leads to another page${describeOlder(older)}`}
      rows={buildPageRows(pages, '').filter(({ page }) => page.id !== id)}
      value={leadsTo}
      none={{ text: 'Is told that the page is gone', command: 'Lead nowhere' }}
      onChange={onLeadsTo}
    />
  );
}

function describeOlder(older: number): string {
  if (older === 0) return '';
  return older === 1
    ? ', those to the redirect that leads to it too'
    : `, those to the ${showNumber(older)} redirects that lead to it too`;
}

function describeDeletion(urls: number): string {
  return urls === 0
    ? 'It is not published: visitors will notice nothing. For 30 days it stays among “Deleted”, from where you can restore it.'
    : 'It leaves the website at once. For 30 days it stays among “Deleted”, from where you can restore it.';
}

function describeLoss({ uses: { links, menus }, needs }: PageDeletion): string {
  const what = [links.length > 0 ? ['links'] : [], menus.length > 0 ? ['menu items'] : []].flat().join(' and ');
  const mended = needs.length > 0 ? ', and I mend what needs them' : '';
  return `These ${what} lose their destination${mended}`;
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
                : [...Map.groupBy(shownOn, ({ site }) => site)]
                    .map(([site, of]) => `${siteNames[site]}: ${of.map(({ path }) => readablePath(path)).join(', ')}`)
                    .join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </div>
  );
}
