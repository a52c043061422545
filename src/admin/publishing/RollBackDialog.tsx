import type { ReactNode } from 'react';
import type { SiteId } from '#domain/sites.ts';
import { call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { siteNames } from '#domain/site-names.ts';

type Props = {
  site: SiteId;
  before: { build: string; madeAt: string | null };
  onDone: (message: string) => void;
  onClose: () => void;
};

/** Puts a whole site back to the build before, after it has said what that does. */
export function RollBackDialog({ site, before, onDone, onClose }: Props): ReactNode {
  const { failure, isBusy, send } = useSend();
  const unnoted = ' What it was at this moment could not be noted in its history yet; that is tried again by itself.';
  const putBack = () =>
    send(
      () => call('rollBackSite', { site, build: before.build }),
      ({ isNoted }) =>
        onDone(`${siteNames[site]} is back on its earlier build. Publishing to it is paused.${isNoted ? '' : unnoted}`),
    );
  return (
    <Dialog title={`Put ${siteNames[site]} back?`} size="small" role="alertdialog" onClose={onClose}>
      {failure ? <Failure failure={failure} /> : null}
      <p>
        Visitors get the site as it was with the build before
        {before.madeAt === null ? null : (
          <>
            {' of '}
            <Moment at={before.madeAt} />
          </>
        )}
        , at once. Nothing is lost: changes wait, and nothing is published to the site until it is built anew.
      </p>
      <p>To undo a single publish, take that one back in the list below instead.</p>
      <div className="ed-dialog__actions">
        <button
          type="button"
          className="ed-button ed-button--primary"
          aria-disabled={isBusy ? true : undefined}
          onClick={() => void putBack()}
        >
          Put back
        </button>
        <button type="button" className="ed-button" data-autofocus onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
