import { type ReactNode, useState } from 'react';
import { type ActionOutput, call } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { useCall } from '#staff/calls/use-call.ts';
import { browserName } from './browser-name.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { TwoSteps } from './TwoSteps.tsx';
import { useSending } from '../use-sending.ts';

type Profile = ActionOutput<'findOwnProfile'>;

/** The own name, password, second factor and sessions. */
export function OwnAccount({ isAlone }: { isAlone: boolean }): ReactNode {
  const { value, failure, reload } = useCall('findOwnProfile', {});
  const Heading = isAlone ? 'h1' : 'h2';
  return (
    <section className="ed-account" aria-labelledby="own-account">
      <Heading className="ed-screen__title" id="own-account">
        My account
      </Heading>
      {failure ? <Failure failure={failure} onRetry={reload} /> : null}
      {value ? (
        <>
          <NameForm key={value.name} profile={value} onSaved={reload} />
          <PasswordForm onChanged={reload} />
          <TwoSteps secondFactor={value.secondFactor} onChanged={reload} />
          <Sessions sessions={value.sessions} onEnded={reload} />
        </>
      ) : failure ? null : (
        <p role="status">Loading …</p>
      )}
    </section>
  );
}

function NameForm({ profile, onSaved }: { profile: Profile; onSaved: () => void }): ReactNode {
  const [name, setName] = useState(profile.name);
  const { element, errors, failure, isBusy, send } = useSending();
  return (
    <form
      ref={element}
      className="ed-account__form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(() => call('renameSelf', { name }), onSaved);
      }}
    >
      <LabeledField label="Name" error={errors['name']} help={`You sign in as ${profile.email}`}>
        {({ labelId: _, ...ids }) => (
          <input
            {...ids}
            className="ed-input"
            autoComplete="name"
            maxLength={200}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </LabeledField>
      {failure ? <Failure failure={failure} /> : null}
      <button type="submit" className="ed-button" aria-disabled={isBusy || name === profile.name ? true : undefined}>
        Save name
      </button>
    </form>
  );
}

function Sessions({ sessions, onEnded }: { sessions: Profile['sessions']; onEnded: () => void }): ReactNode {
  const { failure, isBusy, send } = useSending();
  const [announcement, setAnnouncement] = useState('');
  return (
    <div className="ed-account__form">
      <h3 className="ed-account__title">Where you are signed in</h3>
      <ul className="ed-uses__list">
        {sessions.map(({ id, browser, seenAt, beganAt, isThis }) => (
          <li key={id} className="ed-sessions__item">
            <span>
              {browserName(browser)}
              {isThis ? ' (here)' : ''}
              <small>
                Since <Moment at={beganAt} />, last seen <Moment at={seenAt} />
              </small>
            </span>
            {isThis ? null : (
              <button
                type="button"
                className="ed-button ed-button--small"
                aria-label={`Sign out: ${browserName(browser)}`}
                aria-disabled={isBusy ? true : undefined}
                onClick={() =>
                  void send(
                    () => call('endSession', { id }),
                    () => {
                      setAnnouncement(`${browserName(browser)} is signed out.`);
                      onEnded();
                    },
                  )
                }
              >
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
      {failure ? <Failure failure={failure} /> : null}
      <p role="status">{announcement}</p>
      <div className="ed-account__actions">
        <button
          type="button"
          className="ed-button"
          aria-disabled={isBusy || sessions.length < 2 ? true : undefined}
          onClick={() =>
            sessions.length > 1 &&
            void send(
              () => call('endSessions', { isEverywhere: false }),
              () => {
                setAnnouncement('You are signed out everywhere else.');
                onEnded();
              },
            )
          }
        >
          Sign out elsewhere
        </button>
        <button
          type="button"
          className="ed-button"
          aria-disabled={isBusy ? true : undefined}
          onClick={() =>
            void send(
              () => call('endSessions', { isEverywhere: true }),
              () => location.assign('/'),
            )
          }
        >
          Sign out everywhere
        </button>
      </div>
    </div>
  );
}
