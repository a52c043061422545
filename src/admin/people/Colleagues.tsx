import { type ReactNode, useState } from 'react';
import { type ActionInput, type ActionOutput, type CallFailure, call } from '#editor/api.ts';
import { Moment } from '#editor/dialog/Moment.tsx';
import { Window } from '#editor/dialog/Window.tsx';
import { Failure } from '#editor/form/Failure.tsx';
import { useCall } from '../forms/use-call.ts';
import { InviteColleague } from './InviteColleague.tsx';

export type Colleague = ActionOutput<'listColleagues'>['colleagues'][number];
type Change = Omit<ActionInput<'changeColleague'>, 'id'>;

export const roleNames = { editor: 'Editor', admin: 'Administrator' } as const satisfies Record<
  Colleague['role'],
  string
>;

/** Everybody on the staff: invited, given a role, disabled and enabled. */
export function Colleagues({ own }: { own: string }): ReactNode {
  const { value, failure: unread, reload } = useCall('listColleagues', {});
  const [isInviting, setInviting] = useState(false);
  const [disabling, setDisabling] = useState<Colleague | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [said, setSaid] = useState('');
  const done = (message: string) => {
    setSaid(message);
    setFailure(null);
    reload();
  };
  const change = async (colleague: Colleague, changes: Change, message: string) => {
    const answer = await call('changeColleague', { id: colleague.id, ...changes });
    if (answer.ok) return done(message);
    setFailure(answer.failure);
    reload();
  };
  const remind = async ({ id, email }: Colleague) => {
    const answer = await call('sendColleagueLink', { id });
    if (!answer.ok) return setFailure(answer.failure);
    done(mailWords(answer.value.isMailed, email));
  };
  return (
    <>
      <div className="ed-screen__head">
        <h1 className="ed-screen__title">People</h1>
        <button type="button" className="ed-button ed-button--primary" onClick={() => setInviting(true)}>
          Invite somebody
        </button>
      </div>
      <p className="ed-picker__status" role="status">
        {said || (value ? countWords(value.colleagues.length) : 'Loading …')}
      </p>
      {unread ? <Failure failure={unread} onRetry={reload} /> : null}
      {failure ? <Failure failure={failure} /> : null}
      {value ? (
        <PeopleTable
          colleagues={value.colleagues}
          own={own}
          onRole={(colleague, role) =>
            void change(
              colleague,
              { role, isDisabled: colleague.disabledAt !== null },
              `${nameOf(colleague)} is ${role === 'admin' ? 'an administrator' : 'an editor'} now.`,
            )
          }
          onDisable={setDisabling}
          onEnable={(colleague) =>
            void change(colleague, { role: colleague.role, isDisabled: false }, `${nameOf(colleague)} can edit again.`)
          }
          onLink={(colleague) => void remind(colleague)}
        />
      ) : null}
      {isInviting ? (
        <InviteColleague
          onDone={(email, isMailed) => {
            setInviting(false);
            done(mailWords(isMailed, email));
          }}
          onClose={() => setInviting(false)}
        />
      ) : null}
      {disabling ? (
        <DisableColleague
          colleague={disabling}
          onDisable={() => {
            setDisabling(null);
            void change(
              disabling,
              { role: disabling.role, isDisabled: true },
              `${nameOf(disabling)} cannot edit any more.`,
            );
          }}
          onClose={() => setDisabling(null)}
        />
      ) : null}
    </>
  );
}

function nameOf({ name, email }: Colleague): string {
  return name || email;
}

function countWords(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}

function mailWords(isMailed: boolean, email: string): string {
  return isMailed
    ? `A link to choose a password is on its way to ${email}. It works for an hour.`
    : `The mail to ${email} could not be sent. The person can ask for a link on the sign-in page, at “Forgotten your password?”.`;
}

type TableProps = {
  colleagues: readonly Colleague[];
  own: string;
  onRole: (colleague: Colleague, role: Colleague['role']) => void;
  onDisable: (colleague: Colleague) => void;
  onEnable: (colleague: Colleague) => void;
  onLink: (colleague: Colleague) => void;
};

function PeopleTable({ colleagues, own, ...props }: TableProps): ReactNode {
  return (
    <div className="ed-table ed-table--tight" role="region" aria-label="People" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Role</th>
            <th scope="col">State</th>
            <th scope="col">Last seen</th>
            <th scope="col">
              <span className="ed-unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {colleagues.map((colleague) => (
            <Row key={colleague.id} {...{ colleague, own, ...props }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<TableProps, 'colleagues'> & { colleague: Colleague };

function Row({ colleague, own, onRole, onDisable, onEnable, onLink }: RowProps): ReactNode {
  const { email, role, seenAt, disabledAt } = colleague;
  const name = nameOf(colleague);
  return (
    <tr>
      <th scope="row">
        {name}
        {email === own ? ' (you)' : ''}
        <small>{email}</small>
      </th>
      <td data-label="Role">
        <select
          className="ed-input ed-input--select ed-input--short"
          aria-label={`Role of ${name}`}
          value={role}
          onChange={({ target }) => onRole(colleague, target.value === 'admin' ? 'admin' : 'editor')}
        >
          {(['editor', 'admin'] as const).map((one) => (
            <option key={one} value={one}>
              {roleNames[one]}
            </option>
          ))}
        </select>
      </td>
      <td data-label="State">
        {disabledAt === null ? (
          <span className={`ed-state ed-state--${seenAt === null ? 'half' : 'full'}`}>
            {seenAt === null ? 'Invited' : 'Active'}
          </span>
        ) : (
          <span className="ed-state ed-state--ring">Disabled</span>
        )}
      </td>
      <td data-label="Last seen">
        {seenAt === null ? <span className="ed-table__quiet">Never</span> : <Moment at={seenAt} />}
      </td>
      <td>
        <div className="ed-table__tools ed-table__tools--wrap">
          {disabledAt === null ? (
            <>
              <Tool label="Send link" name={name} onClick={() => onLink(colleague)} />
              <Tool label="Disable" name={name} onClick={() => onDisable(colleague)} />
            </>
          ) : (
            <Tool label="Enable" name={name} onClick={() => onEnable(colleague)} />
          )}
        </div>
      </td>
    </tr>
  );
}

function Tool({ label, name, onClick }: { label: string; name: string; onClick: () => void }): ReactNode {
  return (
    <button
      type="button"
      className="ed-button ed-button--small ed-button--quiet"
      aria-label={`${label}: ${name}`}
      onClick={onClick}
    >
      {label}
    </button>
  );
}

type DisableProps = { colleague: Colleague; onDisable: () => void; onClose: () => void };

function DisableColleague({ colleague, onDisable, onClose }: DisableProps): ReactNode {
  return (
    <Window title={`Disable ${nameOf(colleague)}?`} size="small" role="alertdialog" onClose={onClose}>
      <p>
        They can do nothing from now on, wherever they are signed in. What they have done stays, under their name, and
        you can enable them again.
      </p>
      <div className="ed-window__actions">
        <button type="button" className="ed-button ed-button--primary" onClick={onDisable}>
          Disable
        </button>
        <button type="button" className="ed-button" data-autofocus onClick={onClose}>
          Cancel
        </button>
      </div>
    </Window>
  );
}
