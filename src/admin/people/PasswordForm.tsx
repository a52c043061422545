import { type ReactNode, useState } from 'react';
import { call } from '#staff/calls/api.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { useSending } from '../use-sending.ts';

const blank = { current: '', next: '' };

/** Changes the own password. */
export function PasswordForm({ onChanged }: { onChanged: () => void }): ReactNode {
  const [typed, setTyped] = useState(blank);
  const [announcement, setAnnouncement] = useState('');
  const { element, errors, failure, isBusy, send } = useSending();
  return (
    <form
      ref={element}
      className="ed-account__form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAnnouncement('');
        void send(
          () => call('changeOwnPassword', typed),
          () => {
            setTyped(blank);
            setAnnouncement('Your password is changed, and you are signed out everywhere else.');
            onChanged();
          },
        );
      }}
    >
      <h3 className="ed-account__title">Password</h3>
      <LabeledField label="Current password" error={errors['current']}>
        {({ labelId: _, ...ids }) => (
          <input
            {...ids}
            type="password"
            className="ed-input"
            autoComplete="current-password"
            maxLength={200}
            value={typed.current}
            onChange={({ target }) => setTyped({ ...typed, current: target.value })}
          />
        )}
      </LabeledField>
      <LabeledField label="New password" error={errors['next']} help="12 characters or more">
        {({ labelId: _, ...ids }) => (
          <input
            {...ids}
            type="password"
            className="ed-input"
            autoComplete="new-password"
            maxLength={200}
            value={typed.next}
            onChange={({ target }) => setTyped({ ...typed, next: target.value })}
          />
        )}
      </LabeledField>
      {failure ? <Failure failure={failure} /> : null}
      <p role="status">{announcement}</p>
      <button type="submit" className="ed-button" aria-disabled={isBusy ? true : undefined}>
        {isBusy ? 'Changing …' : 'Change password'}
      </button>
    </form>
  );
}
