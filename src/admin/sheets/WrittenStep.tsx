import type { ReactNode } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { showNumber } from '#domain/values/show-number.ts';
import type { ActionOutput } from '#staff/calls/api.ts';
import { UrlTable } from '#staff/publishing/UrlTable.tsx';
import { describeOutcome } from '#staff/messages/receipt.ts';

/** What came of a change to many records. */
export type Written = { receipt: ActionOutput<'importSheet'>; publish: boolean; count: number };

type Props = { written: Written; onClose: () => void };

/** The receipt of a change to many records, or how many drafts were saved. */
export function WrittenStep({ written: { receipt, publish, count }, onClose }: Props): ReactNode {
  return (
    <>
      <div className="ed-publish" role="region" aria-label="What was saved" tabIndex={0}>
        <p role="status">
          {publish
            ? describeOutcome(receipt)
            : `${showNumber(count)} ${count === 1 ? 'draft was' : 'drafts were'} saved. Publish them from the list.`}
        </p>
        {publish && receipt.pending ? (
          <p>
            <a href={adminPaths.publishes}>Publishing</a> lists what has become live.
          </p>
        ) : null}
        {publish ? <UrlTable entries={receipt.entries} publishedAt={receipt.publishedAt} /> : null}
      </div>
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button ed-button--primary" data-autofocus onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
}
