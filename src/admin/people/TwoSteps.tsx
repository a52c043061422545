import { type ReactNode, useState } from 'react';
import { type ActionOutput, call } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { FormDialog } from '#staff/form/FormDialog.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { useSending } from '../use-sending.ts';

type Props = { secondFactor: ActionOutput<'findOwnProfile'>['secondFactor']; onChanged: () => void };

/** The second factor of the own account. It is set up on a page of its own, since signing in may ask for it. */
export function TwoSteps({ secondFactor, onChanged }: Props): ReactNode {
  const [open, setOpen] = useState<'codes' | 'off' | null>(null);
  return (
    <div className="ed-account__form">
      <h3 className="ed-account__title">Two-step sign-in</h3>
      {secondFactor ? (
        <>
          <p>
            <span className="ed-state ed-state--full">On</span>
            {secondFactor.since === null ? null : (
              <>
                {' '}
                since <Moment at={secondFactor.since} />
              </>
            )}
            {`. ${codesLeft(secondFactor.codesLeft)}`}
          </p>
          <div className="ed-account__actions">
            <button type="button" className="ed-button" onClick={() => setOpen('codes')}>
              New recovery codes
            </button>
            <button type="button" className="ed-button" onClick={() => setOpen('off')}>
              Turn off
            </button>
          </div>
        </>
      ) : (
        <>
          <p>With a code of an app on your phone as well, nobody gets in who has learned your password.</p>
          <a className="ed-button" href={`/login/second-factor?next=${encodeURIComponent('/admin/people')}`}>
            Set up two-step sign-in
          </a>
        </>
      )}
      {open === 'codes' ? (
        <NewCodes
          onClose={() => {
            setOpen(null);
            onChanged();
          }}
        />
      ) : null}
      {open === 'off' ? <TurnOff onClose={() => setOpen(null)} /> : null}
    </div>
  );
}

function codesLeft(count: number): string {
  if (count === 0) return 'No recovery code is left: make new ones.';
  return count === 1 ? 'One recovery code is left.' : `${count} recovery codes are left.`;
}

function NewCodes({ onClose }: { onClose: () => void }): ReactNode {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { failure, isBusy, send } = useSending();
  return (
    <Dialog title="New recovery codes" size="small" onClose={onClose}>
      {codes ? (
        <>
          <p>Each works once in place of your app. They are shown only now.</p>
          <ul className="ed-codes">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>The codes that you have now stop working.</p>
      )}
      {failure ? <Failure failure={failure} /> : null}
      <div className="ed-dialog__actions">
        {codes ? (
          <a
            className="ed-button ed-button--primary"
            data-autofocus
            download="recovery-codes.txt"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent([...codes, ''].join('\r\n'))}`}
          >
            Download
          </a>
        ) : (
          <button
            type="button"
            className="ed-button ed-button--primary"
            data-autofocus
            aria-disabled={isBusy ? true : undefined}
            onClick={() =>
              void send(
                () => call('renewRecoveryCodes', {}),
                (made) => setCodes(made.codes),
              )
            }
          >
            Make new codes
          </button>
        )}
        <button type="button" className="ed-button" onClick={onClose}>
          {codes ? 'Close' : 'Cancel'}
        </button>
      </div>
    </Dialog>
  );
}

function TurnOff({ onClose }: { onClose: () => void }): ReactNode {
  const [code, setCode] = useState('');
  const { element, errors, failure, isBusy, send } = useSending();
  return (
    <FormDialog
      title="Turn two-step sign-in off?"
      size="small"
      form={element}
      action="Turn off"
      hasInput={() => false}
      // Where everybody has to have it, the page leads to setting it up again.
      onSubmit={() =>
        send(
          () => call('endSecondFactor', { code }),
          () => location.reload(),
        )
      }
      {...{ isBusy, failure, onClose }}
    >
      <p>Your password alone is enough then. Sessions that still wait for a code end.</p>
      <LabeledField label="Code" required error={errors['code']} help="Of your app, or a recovery code">
        {({ labelId: _, ...ids }) => (
          <input
            {...ids}
            className="ed-input"
            autoComplete="one-time-code"
            maxLength={40}
            data-autofocus
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </LabeledField>
    </FormDialog>
  );
}
