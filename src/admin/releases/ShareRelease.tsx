import { type ReactNode, useState } from 'react';
import { sharedDays } from '#domain/addresses/shared-link.ts';
import { type ActionOutput, type CallFailure, call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { describeCount } from '#staff/messages/count.ts';
import { siteNames } from '#domain/site-names.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { ListTable } from '../shell/ListTable.tsx';

type Shared = ActionOutput<'shareRelease'>;
type Link = ActionOutput<'listReleaseLinks'>[number];

/** Makes links by which people without an account see a release, and takes them back. */
export function ShareRelease({ id, onClose }: { id: number; onClose: () => void }): ReactNode {
  const links = useCall('listReleaseLinks', { id });
  const [shared, setShared] = useState<Shared | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const revoke = async (link: number) => {
    const answer = await call('revokeReleaseLink', { link });
    setFailure(answer.ok ? null : answer.failure);
    if (!answer.ok) return;
    if (shared?.id === link) setShared(null);
    links.reload();
  };
  return (
    <Dialog title="Share a preview" size="medium" onClose={onClose}>
      <p>
        Whoever has the link sees the website as it will be with this release, without an account: nothing else, and
        nothing can be changed by it.
      </p>
      <NewLink
        id={id}
        onMade={(made) => {
          setShared(made);
          links.reload();
        }}
      />
      {shared ? <Made shared={shared} /> : null}
      {failure ? <Failure failure={failure} /> : null}
      {links.failure ? <Failure failure={links.failure} onRetry={links.reload} /> : null}
      {links.value && links.value.length > 0 ? <Links links={links.value} onRevoke={revoke} /> : null}
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function NewLink({ id, onMade }: { id: number; onMade: (made: Shared) => void }): ReactNode {
  const [days, setDays] = useState<(typeof sharedDays)[number]>(7);
  const [forWhom, setForWhom] = useState('');
  const { failure, isBusy, send } = useSend();
  return (
    <form
      className="ed-stack"
      onSubmit={(event) => {
        event.preventDefault();
        void send(() => call('shareRelease', { id, days, forWhom }), onMade);
      }}
    >
      <LabeledField label="For whom" help="To tell the links apart. Whoever gets it does not see this.">
        {({ labelId: _, ...ids }) => (
          <input
            {...ids}
            data-autofocus
            className="ed-input"
            maxLength={80}
            value={forWhom}
            onChange={({ target }) => setForWhom(target.value)}
          />
        )}
      </LabeledField>
      <LabeledField label="It ends after">
        {({ labelId: _, ...ids }) => (
          <select
            {...ids}
            className="ed-input ed-input--select"
            value={days}
            onChange={({ target }) => setDays(sharedDays.find((each) => String(each) === target.value) ?? 7)}
          >
            {sharedDays.map((each) => (
              <option key={each} value={each}>
                {describeCount(each, 'day')}
              </option>
            ))}
          </select>
        )}
      </LabeledField>
      {failure ? <Failure failure={failure} /> : null}
      <div className="ed-dialog__actions">
        <button type="submit" className="ed-button ed-button--primary" aria-busy={isBusy}>
          Make a link
        </button>
      </div>
    </form>
  );
}

/** A new link, which is shown this once: the server has no more than a hash of it. */
function Made({ shared: { links } }: { shared: Shared }): ReactNode {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = (href: string) => void navigator.clipboard.writeText(href).then(() => setCopied(href));
  return (
    <div className="adm-shared" role="group" aria-label="The new link">
      <p role="status">
        {links.length > 1 ? 'A link for each website.' : 'The link.'} Copy it now: it is not shown again.
      </p>
      {links.map(({ site, href }) => (
        <LabeledField key={site} label={siteNames[site]}>
          {({ labelId: _, ...ids }) => (
            <div className="adm-shared__link">
              <input {...ids} className="ed-input" readOnly value={href} onFocus={({ target }) => target.select()} />
              <button
                type="button"
                className="ed-button"
                aria-label={`Copy the link for ${siteNames[site]}`}
                onClick={() => copy(href)}
              >
                {copied === href ? 'Copied' : 'Copy'}
              </button>
            </div>
          )}
        </LabeledField>
      ))}
    </div>
  );
}

const stateLabels = { open: 'Open', expired: 'Ended', revoked: 'Taken back' } as const;

type LinksProps = { links: readonly Link[]; onRevoke: (link: number) => Promise<void> };

function Links({ links, onRevoke }: LinksProps): ReactNode {
  const nameOf = ({ forWhom, id }: Link) => forWhom || `Link ${id}`;
  return (
    <ListTable label="Links of the release" columns={['Link', 'State', 'Ends']} unseen="Actions" isTight>
      {links.map((link) => (
        <tr key={link.id}>
          <th scope="row">
            {nameOf(link)}
            {link.createdBy === null ? null : <small>made by {link.createdBy}</small>}
          </th>
          <td data-label="State">{stateLabels[link.state]}</td>
          <td data-label="Ends">
            <Moment at={link.expiresAt} />
          </td>
          <td>
            {link.state === 'open' ? (
              <button
                type="button"
                className="ed-button ed-button--small ed-button--quiet"
                aria-label={`Take back: ${nameOf(link)}`}
                onClick={() => void onRevoke(link.id)}
              >
                Take back
              </button>
            ) : null}
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
