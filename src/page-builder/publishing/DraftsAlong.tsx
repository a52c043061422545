import { type ReactNode, useId } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { getKindNames } from '#kinds/registry.ts';
import { describeCount } from '#staff/messages/count.ts';
import type { Along } from './use-along.ts';

type Props = { along: Along; isBusy: boolean };

/** The drafts of records that the page shows, and which of them are published with it. */
export default function DraftsAlong({ along: { drafts, chosen, choose }, isBusy }: Props): ReactNode {
  const legend = useId();
  return (
    <fieldset className="ed-choices" disabled={isBusy}>
      <legend className="ed-choices__legend" id={legend}>
        Drafts that the page shows{' '}
        <span className="ed-list__count">{`${chosen.length} of ${describeCount(drafts.length, 'draft')}`}</span>
      </legend>
      <p className="ed-dialog__note">
        What you choose is published with the page, in one step, and changes wherever it is shown. The rest stays a
        draft.
      </p>
      <ul className="ed-choices__lines ed-moved" aria-labelledby={legend}>
        {drafts.map((draft) => (
          <li key={`${draft.kind}:${draft.id}`} className="ed-choices__head">
            <label className="ed-check ed-choices__line">
              <input
                type="checkbox"
                checked={chosen.includes(draft)}
                onChange={({ target }) => choose(draft, target.checked)}
              />
              <span>
                <span className="ed-module-name">{draft.title}</span>{' '}
                <small className="ed-table__quiet">{getKindNames(draft.kind).one}</small>
              </span>
            </label>
            <a className="ed-place" href={adminPaths.record(draft.kind, draft.id)} target="_blank" rel="noopener">
              Open<span className="visually-hidden"> {draft.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
