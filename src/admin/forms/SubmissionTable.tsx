import { cutText } from '#domain/text/cut-text.ts';
import type { ReactNode } from 'react';
import { readableAnswers } from '#domain/forms/form-answers.ts';
import { englishNames, languageCodes } from '#domain/locales.ts';
import type { FoundSubmissions, Submission } from '#forms/inbox/submissions.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { siteNames } from '#domain/site-names.ts';
import { ListTable } from '../shell/ListTable.tsx';

type Props = {
  found: FoundSubmissions;
  openId: number | null;
  isLoading: boolean;
  onOpen: (submission: Submission) => void;
};

/** How many answers a line begins with. */
const shownAnswers = 3;

/** A line for each submission: when, from where, and how it begins. */
export function SubmissionTable({ found, openId, isLoading, onOpen }: Props): ReactNode {
  return (
    <ListTable label="Submissions" columns={['Received', 'Answers', 'From']} isBusy={isLoading}>
      {found.results.map((submission) => (
        <tr
          key={submission.id}
          className={submission.readAt === null ? 'ed-inbox__new' : undefined}
          aria-current={submission.id === openId ? true : undefined}
        >
          <th scope="row">
            <button
              type="button"
              className="ed-inbox__open"
              aria-expanded={submission.id === openId}
              data-open={submission.id}
              onClick={() => onOpen(submission)}
            >
              <Moment at={submission.submittedAt} />
              {submission.readAt === null ? <span className="ed-badge">New</span> : null}
            </button>
          </th>
          <td className="ed-inbox__beginning">
            <span lang={languageCodes[submission.locale]}>{beginning(found, submission)}</span>
            {submission.notes === '' ? null : <small>Note: {submission.notes}</small>}
          </td>
          <td data-label="From">
            {submission.site === null ? 'A site that is gone' : siteNames[submission.site]}
            <small>
              {englishNames[submission.locale]}
              {submission.pagePath === null ? '' : ` · ${submission.pagePath}`}
            </small>
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

function beginning(
  { versions }: FoundSubmissions,
  { answers, version, locale }: FoundSubmissions['results'][number],
): string {
  const fields = versions[String(version)] ?? [];
  const words = readableAnswers(fields, answers, locale).map((answer) => answer.words);
  const text = words
    .filter((word) => word !== '')
    .slice(0, shownAnswers)
    .join(' · ');
  return cutText(text, 140);
}
