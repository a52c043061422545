import type { ReactNode } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { showNumber } from '#domain/values/show-number.ts';
import type { ActionOutput } from '#staff/calls/api.ts';

type Props = { formId: number; title: string; counts: ActionOutput<'countSubmissions'> | null };

/** How much was sent with a form, and how much of it is new; leads there. */
export function SubmissionCount({ formId, title, counts }: Props): ReactNode {
  if (counts === null) return '…';
  const { total, unread } = counts.find((count) => count.formId === formId) ?? { total: 0, unread: 0 };
  return (
    <a href={adminPaths.submissions(formId)}>
      {total === 0 ? 'None' : showNumber(total)}
      <span className="ed-unseen">{total === 0 ? ` sent with ${title}` : ` submissions of ${title}`}</span>{' '}
      {unread > 0 ? <span className="ed-badge">{showNumber(unread)} new</span> : null}
    </a>
  );
}
