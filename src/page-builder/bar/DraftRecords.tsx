import type { ReactNode } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import type { ShownDraft } from '#content/records/shown-drafts.ts';

type Props = { drafts: readonly ShownDraft[] };

/** Says which records the page shows as they are in their drafts, with the way to each; nothing where none is. */
export function DraftRecords({ drafts }: Props): ReactNode {
  if (drafts.length === 0) return null;
  return (
    <p className="ed-status__text">
      {'Drafts shown: '}
      <Names drafts={drafts} />
    </p>
  );
}

function Names({ drafts }: Props): ReactNode {
  return drafts.map(({ kind, id, title, isFinished }, index) => (
    <span key={`${kind}:${id}`}>
      {index === 0 ? null : ', '}
      <a href={adminPaths.record(kind, id)}>{title}</a>
      {isFinished ? null : ' (not finished, shown as it is live)'}
    </span>
  ));
}
