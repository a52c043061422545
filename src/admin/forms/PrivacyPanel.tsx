import { type ReactNode, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { isAnswered } from '#domain/forms/form-fields.ts';
import type { Mention } from '#forms/inbox/submissions.ts';
import { type ActionOutput, type CallFailure, call } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { Deletions } from './Deletions.tsx';
import { getFieldTitle } from './field-names.ts';
import type { Loaded } from '#staff/calls/use-call.ts';

type Props = {
  form: ActionOutput<'findForm'>;
  deletions: Loaded<ActionOutput<'findFormDeletions'>>;
  canErase: boolean;
  onErased: () => void;
};

/** What is stored about visitors, for how long, and how a person's submissions are found and erased. */
export function PrivacyPanel({ form, deletions, canErase, onErased }: Props): ReactNode {
  const [email, setEmail] = useState('');
  const [found, setFound] = useState<{ email: string; mentions: readonly Mention[] } | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [receipt, setReceipt] = useState<ActionOutput<'erasePersonsSubmissions'> | null>(null);
  const error = failure?.issues[0]?.message;

  const find = async () => {
    const answer = await call('findPerson', { email });
    setFailure(answer.ok ? null : answer.failure);
    setFound(answer.ok ? { email: email.trim(), mentions: answer.value } : null);
    setReceipt(null);
  };
  const erase = async () => {
    if (!found) return;
    const answer = await call('erasePersonsSubmissions', { email: found.email });
    setAsking(false);
    setFailure(answer.ok ? null : answer.failure);
    if (!answer.ok) return;
    setFound(null);
    setReceipt(answer.value);
    onErased();
  };
  return (
    <section className="ed-panel" aria-labelledby="ed-privacy">
      <h2 className="ed-builder__heading" id="ed-privacy">
        Privacy
      </h2>
      <StoredAnswers form={form} />
      <PersonSearch {...{ email, error }} onEmail={setEmail} onFind={() => void find()} />
      {failure && error === undefined ? <Failure failure={failure} /> : null}
      <div role="status">
        {found?.mentions.length === 0 ? <p>Nothing of {found.email} is stored.</p> : null}
        {receipt ? <Receipt {...receipt} /> : null}
      </div>
      {found && found.mentions.length > 0 ? (
        <Mentions mentions={found.mentions} canErase={canErase} onErase={() => setAsking(true)} />
      ) : null}
      <Deletions {...deletions} />
      {isAsking && found ? (
        <EraseDialog {...found} onErase={() => void erase()} onClose={() => setAsking(false)} />
      ) : null}
    </section>
  );
}

/** The number of erased submissions, and the recipients that may have copies. */
function Receipt({ erased, emails, notified }: ActionOutput<'erasePersonsSubmissions'>): ReactNode {
  return (
    <>
      <p>{erased === 1 ? '1 submission is erased.' : `${erased} submissions are erased.`}</p>
      {emails > 0 ? (
        <p>{emails === 1 ? '1 e-mail' : `${emails} e-mails`} in the mailbox of this machine went with them.</p>
      ) : null}
      {notified.length > 0 ? (
        <>
          <p>They had been sent to the following. Ask them to erase their copies:</p>
          <ul className="ed-stored">
            {notified.map(({ channel, address }) => (
              <li key={`${channel} ${address}`}>
                {address} <small>{channel === 'mail' ? 'by mail' : 'webhook'}</small>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <p className="ed-builder__hint">
        Not known here: files that were exported, and copies at recipients that have been removed from the form since.
      </p>
    </>
  );
}

function StoredAnswers({ form }: Pick<Props, 'form'>): ReactNode {
  return (
    <>
      <p className="ed-builder__hint">
        Of each submission these answers are stored, with its time, site, language and page, for{' '}
        {form.retentionDays === 1 ? 'one day' : `${form.retentionDays} days`}:
      </p>
      <ul className="ed-stored">
        {form.content
          .filter(({ fieldType }) => isAnswered(fieldType))
          .map((field) => (
            <li key={field.id}>{getFieldTitle(field)}</li>
          ))}
      </ul>
    </>
  );
}

type SearchProps = { email: string; error: string | undefined; onEmail: (email: string) => void; onFind: () => void };

function PersonSearch({ email, error, onEmail, onFind }: SearchProps): ReactNode {
  return (
    <form
      className="ed-filters"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onFind();
      }}
    >
      <LabeledField label="Find a person’s submissions, of all forms, by e-mail address" error={error}>
        {({ labelId: _, ...ids }) => (
          <input
            {...ids}
            type="email"
            className="ed-input"
            autoComplete="off"
            value={email}
            onChange={(event) => onEmail(event.target.value)}
          />
        )}
      </LabeledField>
      <button type="submit" className="ed-button ed-filters__button">
        Find
      </button>
    </form>
  );
}

/** The submissions in which a person is named. */
function Mentions({
  mentions,
  canErase,
  onErase,
}: {
  mentions: readonly Mention[];
  canErase: boolean;
  onErase: () => void;
}): ReactNode {
  return (
    <>
      <ul className="ed-recipients">
        {mentions.map(({ id, formId, formTitle, submittedAt }) => (
          <li key={id}>
            <span>
              {formId === null ? formTitle : <a href={adminPaths.submissions(formId)}>{formTitle}</a>}
              <small>
                <Moment at={submittedAt} />
              </small>
            </span>
          </li>
        ))}
      </ul>
      {canErase ? (
        <div>
          <button type="button" className="ed-button" onClick={onErase}>
            Erase all of them
          </button>
        </div>
      ) : (
        <p className="ed-builder__hint">Only administrators erase what visitors have sent.</p>
      )}
    </>
  );
}

type EraseProps = { email: string; mentions: readonly Mention[]; onErase: () => void; onClose: () => void };

function EraseDialog({ email, mentions, onErase, onClose }: EraseProps): ReactNode {
  return (
    <Dialog title={`Erase everything of ${email}?`} size="small" role="alertdialog" onClose={onClose}>
      <p>
        {mentions.length === 1 ? 'One submission' : `${mentions.length} submissions`} will be deleted. You won’t be able
        to revert this.
      </p>
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button ed-button--danger" onClick={onErase}>
          Erase
        </button>
        <button type="button" className="ed-button" data-autofocus onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
