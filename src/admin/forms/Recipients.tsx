import { type ReactNode, useState } from 'react';
import type { Recipient } from '#forms/inbox/recipients.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { useCall } from '#staff/calls/use-call.ts';

/** The recipients of a form's notifications. */
export function Recipients({ formId }: { formId: number }): ReactNode {
  const { value, failure: unread, reload } = useCall('findFormRecipients', { formId });
  const [channel, setChannel] = useState<Recipient['channel']>('mail');
  const [address, setAddress] = useState('');
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** What the webhook that was just added is signed with: it cannot be read again. */
  const [secret, setSecret] = useState<string | null>(null);
  const run = async (work: () => Promise<{ ok: true } | { ok: false; failure: CallFailure }>) => {
    setBusy(true);
    const answer = await work();
    setBusy(false);
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) reload();
    return answer.ok;
  };
  const add = async () => {
    const isAdded = await run(async () => {
      const answer = await call('addFormRecipient', { formId, channel, address });
      if (answer.ok) setSecret(answer.value.secret);
      return answer;
    });
    if (isAdded) setAddress('');
  };
  const error = failure?.issues[0]?.message;
  return (
    <section className="ed-panel" aria-labelledby="ed-recipients">
      <h2 className="ed-builder__heading" id="ed-recipients">
        Notifications
      </h2>
      <p className="ed-builder__hint">
        A mail, or a signed call of another system, for each submission. What does not go out is tried again for two
        days. A change here counts at once: it is no part of the form’s draft.
      </p>
      {unread ? <Failure failure={unread} onRetry={reload} /> : null}
      {value && value.length > 0 ? (
        <RecipientList
          recipients={value}
          isBusy={isBusy}
          onRemove={(id) => void run(() => call('deleteFormRecipient', { id }))}
        />
      ) : null}
      {secret === null ? null : <Secret secret={secret} />}
      <form
        className="ed-filters"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void add();
        }}
      >
        <ChannelField channel={channel} onChange={setChannel} />
        <LabeledField label={channel === 'mail' ? 'E-mail address' : 'Address'} error={error}>
          {({ labelId: _, ...ids }) => (
            <input
              {...ids}
              type={channel === 'mail' ? 'email' : 'url'}
              className="ed-input"
              autoComplete="off"
              placeholder={channel === 'mail' ? 'team@example.com' : 'https://'}
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </LabeledField>
        <button type="submit" className="ed-button ed-filters__button" disabled={isBusy}>
          Add
        </button>
      </form>
      {failure && error === undefined ? <Failure failure={failure} /> : null}
    </section>
  );
}

function describeState({ waiting, failed, problem }: Recipient): string {
  const parts = [waiting > 0 ? `${waiting} waiting` : '', failed > 0 ? `${failed} given up` : ''].filter(Boolean);
  if (parts.length === 0) return 'all sent';
  return problem === null ? parts.join(', ') : `${parts.join(', ')}: ${problem}`;
}

type ListProps = { recipients: readonly Recipient[]; isBusy: boolean; onRemove: (id: number) => void };

type ChannelProps = { channel: Recipient['channel']; onChange: (channel: Recipient['channel']) => void };

function ChannelField({ channel, onChange }: ChannelProps): ReactNode {
  return (
    <LabeledField label="By">
      {({ labelId: _, ...ids }) => (
        <select
          {...ids}
          className="ed-input"
          value={channel}
          onChange={(event) => onChange(event.target.value === 'webhook' ? 'webhook' : 'mail')}
        >
          <option value="mail">Mail</option>
          <option value="webhook">Webhook</option>
        </select>
      )}
    </LabeledField>
  );
}

function Secret({ secret }: { secret: string }): ReactNode {
  return (
    <p className="ed-builder__hint" role="status">
      The webhook is signed with <code>{secret}</code>. Copy it now: it is not shown again.
    </p>
  );
}

function RecipientList({ recipients, isBusy, onRemove }: ListProps): ReactNode {
  return (
    <ul className="ed-recipients">
      {recipients.map((recipient) => (
        <li key={recipient.id}>
          <span>
            {recipient.address}
            <small>{[recipient.channel === 'mail' ? 'Mail' : 'Webhook', describeState(recipient)].join(' · ')}</small>
          </span>
          <button
            type="button"
            className="ed-button ed-button--small ed-button--quiet"
            disabled={isBusy}
            aria-label={`Remove ${recipient.address}`}
            onClick={() => onRemove(recipient.id)}
          >
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}
