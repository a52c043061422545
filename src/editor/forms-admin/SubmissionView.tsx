import { type ReactNode, useEffect, useRef, useState } from 'react';
import { readableAnswers } from '#domain/form-answers.ts';
import type { FormField as Field } from '#domain/form-fields.ts';
import { languageOf } from '#domain/locales.ts';
import type { Submission } from '#content/inbox/submissions.ts';
import { type CallFailure, call } from '../api.ts';
import { Moment } from '../dialog/Moment.tsx';
import { Window } from '../dialog/Window.tsx';
import { Failure } from '../form/Failure.tsx';
import { FormField } from '../form/FormField.tsx';

type Props = {
  submission: Submission;
  /** Of the version that the visitor saw. */
  fields: readonly Field[];
  canDelete: boolean;
  onClose: () => void;
  onMark: (isRead: boolean) => void;
  onDelete: () => void;
  onNoted: () => void;
};

/** One submission whole: every answer under the words that the visitor read. */
export function SubmissionView({
  submission,
  fields,
  canDelete,
  onClose,
  onMark,
  onDelete,
  onNoted,
}: Props): ReactNode {
  const { id, answers, locale, version, submittedAt, deleteAfter, readAt } = submission;
  const [isDeleting, setDeleting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="ed-submission" aria-label={`Submission ${id}`}>
      <h2 className="ed-builder__heading" ref={heading} tabIndex={-1}>
        Submission {id}
      </h2>
      <p className="ed-builder__hint">
        Received <Moment at={submittedAt} />
        {version === null ? '' : `, version ${version} of the form`}. It is deleted on <Moment at={deleteAfter} />.
      </p>
      <dl className="ed-answers" lang={languageOf[locale]}>
        {readableAnswers(fields, answers, locale).map(({ name, label, words }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{words || '–'}</dd>
          </div>
        ))}
      </dl>
      <Note key={submission.notes} submission={submission} onNoted={onNoted} />
      <div className="ed-window__actions">
        <button type="button" className="ed-button ed-button--small" onClick={() => onMark(readAt === null)}>
          {readAt === null ? 'Mark as read' : 'Mark as unread'}
        </button>
        {canDelete ? (
          <button
            type="button"
            className="ed-button ed-button--small ed-button--quiet"
            onClick={() => setDeleting(true)}
          >
            Delete submission
          </button>
        ) : null}
        <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={onClose}>
          Close
        </button>
      </div>
      {isDeleting ? (
        <Window title={`Delete submission ${id}?`} size="small" role="alertdialog" onClose={() => setDeleting(false)}>
          <p>You won’t be able to revert this. Its announcements that wait to be sent are deleted as well.</p>
          <div className="ed-window__actions">
            <button type="button" className="ed-button ed-button--primary" onClick={onDelete}>
              Delete
            </button>
            <button type="button" className="ed-button" data-autofocus onClick={() => setDeleting(false)}>
              Cancel
            </button>
          </div>
        </Window>
      ) : null}
    </section>
  );
}

function Note({ submission: { id, notes: before }, onNoted }: Pick<Props, 'submission' | 'onNoted'>): ReactNode {
  const [notes, setNotes] = useState(before);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const save = async () => {
    setBusy(true);
    const answer = await call('noteSubmission', { id, notes, before });
    setBusy(false);
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) onNoted();
  };
  return (
    <>
      <FormField label="Note" help="For colleagues. The visitor does not see it.">
        {({ labelId: _, ...ids }) => (
          <textarea
            {...ids}
            className="ed-input ed-input--area ed-input--short"
            maxLength={10_000}
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
          />
        )}
      </FormField>
      {failure ? <Failure failure={failure} /> : null}
      <div>
        <button
          type="button"
          className="ed-button ed-button--small"
          disabled={isBusy || notes === before}
          aria-busy={isBusy}
          onClick={() => void save()}
        >
          Save note
        </button>
      </div>
    </>
  );
}
