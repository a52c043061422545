import { type ReactNode, useRef, useState } from 'react';
import type { Recipient } from '#forms/inbox/recipients.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { AskFirst } from '#staff/dialog/AskFirst.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { describeCount } from '#staff/messages/count.ts';
import { focusFirstError } from '#staff/controls/focus-soon.ts';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { useCall } from '#staff/calls/use-call.ts';

/** The recipients of a form's notifications. */
export function Recipients({ formId }: { formId: number }): ReactNode {
  const { value, failure: unread, reload } = useCall('findFormRecipients', { formId });
  const [channel, setChannel] = useState<Recipient['channel']>('mail');
  const [address, setAddress] = useState('');
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const form = useRef<HTMLFormElement>(null);
  /** What the webhook that was just added is signed with: it cannot be read again. */
  const [secret, setSecret] = useState<string | null>(null);
  const run = async (work: () => Promise<{ ok: true } | { ok: false; failure: CallFailure }>) => {
    setBusy(true);
    setAnnouncement('');
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
    if (!isAdded) return focusFirstError(form);
    setAnnouncement(`${address.trim()} is told of each submission from now on.`);
    setAddress('');
  };
  const remove = async ({ id, address: old }: Recipient) => {
    if (await run(() => call('deleteFormRecipient', { id }))) setAnnouncement(`${old} is told of nothing any more.`);
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
        <RecipientList recipients={value} isBusy={isBusy} onRemove={(recipient) => void remove(recipient)} />
      ) : null}
      {secret === null ? null : <Secret secret={secret} />}
      <form
        ref={form}
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
        <button type="submit" className="ed-button ed-filters__button" aria-disabled={isBusy ? true : undefined}>
          Add
        </button>
      </form>
      {failure && error === undefined ? <Failure failure={failure} /> : null}
      <p className="ed-builder__hint" role="status">
        {announcement}
      </p>
    </section>
  );
}

function describeState({ waiting, failed, problem }: Recipient): string {
  const parts = [waiting > 0 ? `${waiting} waiting` : '', failed > 0 ? `${failed} given up` : ''].filter(Boolean);
  if (parts.length === 0) return 'all sent';
  return problem === null ? parts.join(', ') : `${parts.join(', ')}: ${problem}`;
}

type RemoveProps = { recipient: Recipient; onConfirm: () => void; onClose: () => void };

function RemoveRecipient({ recipient: { address, channel, waiting }, onConfirm, onClose }: RemoveProps): ReactNode {
  return (
    <AskFirst title={`Remove ${address}?`} action="Remove" onConfirm={onConfirm} onClose={onClose}>
      It is told of no submission from now on.
      {waiting === 0 ? '' : ` ${describeCount(waiting, 'notification')} to it that wait are not sent.`} You can add it
      again{channel === 'webhook' ? '; the other system then needs the new secret.' : '.'}
    </AskFirst>
  );
}

type ListProps = { recipients: readonly Recipient[]; isBusy: boolean; onRemove: (recipient: Recipient) => void };

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
  const [asked, setAsked] = useState<Recipient | null>(null);
  return (
    <>
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
              aria-disabled={isBusy ? true : undefined}
              aria-label={`Remove ${recipient.address}`}
              onClick={() => {
                if (!isBusy) setAsked(recipient);
              }}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      {asked ? (
        <RemoveRecipient
          recipient={asked}
          onConfirm={() => {
            setAsked(null);
            onRemove(asked);
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}
