import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { z } from 'zod';
import { readableAnswers } from '#domain/forms/form-answers.ts';
import type { FormField as Field } from '#domain/forms/form-fields.ts';
import { languageCodes } from '#domain/locales.ts';
import type { Submission } from '#forms/inbox/submissions.ts';
import { call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { useSaveKey } from '#staff/dialog/use-save-key.ts';
import { LabeledField } from '#staff/fields/LabeledField.tsx';

type Props = {
  submission: Submission;
  /** Of the version that the visitor saw. */
  fields: readonly Field[];
  /** The unsaved text of its note. */
  typed: string | undefined;
  canDelete: boolean;
  onClose: () => void;
  onMark: (isRead: boolean) => void;
  onDelete: () => void;
  onType: (note: string) => void;
  /** Called with the newer note that a save conflicts with. */
  onOvertaken: (note: string) => void;
  onNoted: (note: string) => void;
};

const overtaken = z.object({ notes: z.string() });

/** One submission: every answer under the label that the visitor saw. */
export function SubmissionView({
  submission,
  fields,
  canDelete,
  onClose,
  onMark,
  onDelete,
  ...note
}: Props): ReactNode {
  const { id, answers, locale, version, submittedAt, deleteAfter, readAt } = submission;
  const titleId = useId();
  const [isDeleting, setDeleting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    // Escape closes it from wherever in it the focus is; what was typed is kept.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className="ed-submission"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing) onClose();
      }}
    >
      <h2 className="ed-builder__heading" id={titleId} ref={heading} tabIndex={-1}>
        Submission
      </h2>
      <p className="ed-builder__hint">
        Received <Moment at={submittedAt} />. It is deleted on <Moment at={deleteAfter} />.
      </p>
      <dl className="ed-answers" lang={languageCodes[locale]}>
        {readableAnswers(fields, answers, locale).map(({ name, label, words }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{words || '–'}</dd>
          </div>
        ))}
      </dl>
      <details className="ed-uses">
        <summary>Details</summary>
        <p className="ed-builder__hint">
          Id {id}
          {version === null ? '' : `, sent with version ${version} of the form`}
        </p>
      </details>
      <Note submission={submission} {...note} />
      <div className="ed-dialog__actions">
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
        <Dialog title="Delete this submission?" size="small" role="alertdialog" onClose={() => setDeleting(false)}>
          <p>You won’t be able to revert this. Its announcements that wait to be sent are deleted as well.</p>
          <div className="ed-dialog__actions">
            <button type="button" className="ed-button ed-button--danger" onClick={onDelete}>
              Delete
            </button>
            <button type="button" className="ed-button" data-autofocus onClick={() => setDeleting(false)}>
              Cancel
            </button>
          </div>
        </Dialog>
      ) : null}
    </section>
  );
}

type NoteProps = Pick<Props, 'submission' | 'typed' | 'onType' | 'onOvertaken' | 'onNoted'>;

function Note({ submission: { id, notes: before }, typed, onType, onOvertaken, onNoted }: NoteProps): ReactNode {
  const { failure, isBusy, send } = useSend();
  const note = typed ?? before;
  const theirs = overtaken.safeParse(failure?.detail);
  const save = () =>
    send(
      () => call('noteSubmission', { id, notes: note, before }),
      () => onNoted(note),
      ({ detail }) => {
        const now = overtaken.safeParse(detail);
        if (now.success) onOvertaken(now.data.notes);
      },
    );
  const place = useRef<HTMLDivElement>(null);
  useSaveKey(place, () => {
    if (!isBusy && note !== before) void save();
  });
  return (
    <>
      <LabeledField label="Note" help="For colleagues. The visitor does not see it.">
        {({ labelId: _, ...ids }) => (
          <textarea
            {...ids}
            className="ed-input ed-input--area ed-input--short"
            maxLength={10_000}
            value={note}
            onChange={(event) => onType(event.target.value)}
          />
        )}
      </LabeledField>
      {failure ? <Failure failure={failure} /> : null}
      {theirs.success ? <blockquote className="ed-submission__note">{theirs.data.notes}</blockquote> : null}
      <div className="ed-submission__save" ref={place}>
        <button
          type="button"
          className="ed-button ed-button--small"
          aria-disabled={isBusy || note === before ? true : undefined}
          aria-busy={isBusy}
          onClick={() => {
            if (!isBusy && note !== before) void save();
          }}
        >
          {isBusy ? 'Saving …' : 'Save note'}
        </button>
        {note === before || isBusy ? null : <span>Not saved yet</span>}
      </div>
    </>
  );
}
