import { type ReactNode, useState } from 'react';
import { type ActionInput, type ActionOutput, type CallFailure, call } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { useCall } from '#staff/calls/use-call.ts';
import { ListTable } from '../shell/ListTable.tsx';
import { useAsked } from '../shell/use-asked.ts';
import { InviteColleague } from './InviteColleague.tsx';
import { AskFirst } from '#staff/dialog/AskFirst.tsx';

type Colleague = ActionOutput<'listColleagues'>['colleagues'][number];
type Change = Omit<ActionInput<'changeColleague'>, 'id'>;

const roleNames = { editor: 'Editor', admin: 'Administrator' } as const satisfies Record<Colleague['role'], string>;

/** Everybody on the staff: invited, given a role, disabled and enabled. */
export function Colleagues({ own }: { own: string }): ReactNode {
  const { value, failure: unread, reload } = useCall('listColleagues', {});
  const isNewAsked = useAsked('new');
  const [asked, setAsked] = useState<Asked | null>(isNewAsked ? { about: 'invitation' } : null);
  const { announcement, failure, done, fail } = useOutcome(reload);
  const change = async (colleague: Colleague, changes: Change, message: string) => {
    const answer = await call('changeColleague', { id: colleague.id, ...changes });
    if (answer.ok) return done(message);
    fail(answer.failure);
    reload();
  };
  const remind = async ({ id, email }: Colleague) => {
    const answer = await call('sendColleagueLink', { id });
    if (!answer.ok) return fail(answer.failure);
    done(describeMail(answer.value.isMailed, email));
  };
  const reset = async (colleague: Colleague) => {
    const answer = await call('resetSecondFactor', { id: colleague.id });
    if (answer.ok) done(`${getName(colleague)} signs in with the password alone now.`);
    else fail(answer.failure);
  };
  return (
    <>
      <div className="ed-screen__head">
        <h1 className="ed-screen__title">Team and account</h1>
        <button
          type="button"
          className="ed-button ed-button--primary"
          onClick={() => setAsked({ about: 'invitation' })}
        >
          Invite somebody
        </button>
      </div>
      <p className="ed-picker__status" role="status">
        {announcement || (value ? describePeople(value.colleagues.length) : 'Loading …')}
      </p>
      {unread ? <Failure failure={unread} onRetry={reload} /> : null}
      {failure ? <Failure failure={failure} /> : null}
      {value ? <SecondFactorRule of={value.secondFactorRule} onDone={done} onFailure={fail} /> : null}
      {value ? (
        <PeopleTable
          colleagues={value.colleagues}
          own={own}
          onRole={(colleague, role) =>
            void change(
              colleague,
              { role, isDisabled: colleague.disabledAt !== null },
              `${getName(colleague)} is ${role === 'admin' ? 'an administrator' : 'an editor'} now.`,
            )
          }
          onDisable={(colleague) => setAsked({ about: 'disabling', colleague })}
          onEnable={(colleague) =>
            void change(colleague, { role: colleague.role, isDisabled: false }, `${getName(colleague)} can edit again.`)
          }
          onLink={(colleague) => void remind(colleague)}
          onReset={(colleague) => setAsked({ about: 'reset', colleague })}
        />
      ) : null}
      {asked ? (
        <Question
          asked={asked}
          onInvited={(email, isMailed) => done(describeMail(isMailed, email))}
          onDisable={(colleague) =>
            void change(
              colleague,
              { role: colleague.role, isDisabled: true },
              `${getName(colleague)} cannot edit any more.`,
            )
          }
          onReset={(colleague) => void reset(colleague)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

/** What the last change came to: it was done, which is announced, or it failed. */
function useOutcome(reload: () => void) {
  const [outcome, setOutcome] = useState<{ announcement: string; failure: CallFailure | null }>({
    announcement: '',
    failure: null,
  });
  return {
    ...outcome,
    done: (announcement: string) => {
      setOutcome({ announcement, failure: null });
      reload();
    },
    fail: (failure: CallFailure) => setOutcome({ announcement: '', failure }),
  };
}

type Asked = { about: 'invitation' } | { about: 'disabling' | 'reset'; colleague: Colleague };

type QuestionProps = {
  asked: Asked;
  onInvited: (email: string, isMailed: boolean) => void;
  onDisable: (colleague: Colleague) => void;
  onReset: (colleague: Colleague) => void;
  onClose: () => void;
};

/** The dialog for what is asked before it is done. */
function Question({ asked, onInvited, onDisable, onReset, onClose }: QuestionProps): ReactNode {
  switch (asked.about) {
    case 'invitation':
      return (
        <InviteColleague
          onDone={(email, isMailed) => {
            onClose();
            onInvited(email, isMailed);
          }}
          onClose={onClose}
        />
      );
    case 'disabling':
      return (
        <AskFirst
          title={`Disable ${getName(asked.colleague)}?`}
          action="Disable"
          onConfirm={() => {
            onClose();
            onDisable(asked.colleague);
          }}
          onClose={onClose}
        >
          They can do nothing from now on, wherever they are signed in. What they have done stays, under their name, and
          you can enable them again.
        </AskFirst>
      );
    case 'reset':
      return (
        <AskFirst
          title={`Reset two-step sign-in of ${getName(asked.colleague)}?`}
          action="Reset"
          onConfirm={() => {
            onClose();
            onReset(asked.colleague);
          }}
          onClose={onClose}
        >
          Do this when somebody has lost phone and recovery codes, and you are sure who is asking. They are signed out
          everywhere, and their password alone is enough until they set it up again.
        </AskFirst>
      );
  }
}

type Rule = ActionOutput<'listColleagues'>['secondFactorRule'];

const rules = { nobody: 'Nobody', admins: 'Administrators', everybody: 'Everybody' } as const satisfies Record<
  Rule,
  string
>;
const ruleLabels = {
  nobody: 'Two-step sign-in is up to everybody.',
  admins: 'Administrators have to have two-step sign-in from now on.',
  everybody: 'Everybody has to have two-step sign-in from now on.',
} as const satisfies Record<Rule, string>;

function isRule(value: string): value is Rule {
  return Object.hasOwn(rules, value);
}

type RuleProps = { of: Rule; onDone: (message: string) => void; onFailure: (failure: CallFailure) => void };

function SecondFactorRule({ of: current, onDone, onFailure }: RuleProps): ReactNode {
  const require = async (of: Rule) => {
    const answer = await call('requireSecondFactor', { of });
    if (answer.ok) onDone(ruleLabels[of]);
    else onFailure(answer.failure);
  };
  return (
    <div className="ed-rule">
      <label>
        Two-step sign-in is required of{' '}
        <select
          className="ed-input ed-input--select ed-input--short"
          value={current}
          onChange={({ target }) => isRule(target.value) && void require(target.value)}
        >
          {Object.entries(rules).map(([rule, name]) => (
            <option key={rule} value={rule}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <small>Whoever has not set it up yet is asked to with the next click.</small>
    </div>
  );
}

function getName({ name, email }: Colleague): string {
  return name || email;
}

function describePeople(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}

function describeMail(isMailed: boolean, email: string): string {
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
  onReset: (colleague: Colleague) => void;
};

function PeopleTable({ colleagues, own, ...props }: TableProps): ReactNode {
  return (
    <ListTable label="People" columns={['Person', 'Role', 'State', 'Two steps', 'Last seen']} unseen="Actions" isTight>
      {colleagues.map((colleague) => (
        <Row key={colleague.id} {...{ colleague, own, ...props }} />
      ))}
    </ListTable>
  );
}

type RowProps = Omit<TableProps, 'colleagues'> & { colleague: Colleague };

function Row({ colleague, own, onRole, onDisable, onEnable, onLink, onReset }: RowProps): ReactNode {
  const { email, role, seenAt, disabledAt, hasSecondFactor } = colleague;
  const name = getName(colleague);
  const isActive = disabledAt === null;
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
        {isActive ? (
          <span className={`ed-state ed-state--${seenAt === null ? 'half' : 'full'}`}>
            {seenAt === null ? 'Invited' : 'Active'}
          </span>
        ) : (
          <span className="ed-state ed-state--ring">Disabled</span>
        )}
      </td>
      <td data-label="Two steps">
        {hasSecondFactor ? (
          <span className="ed-state ed-state--full">On</span>
        ) : (
          <span className="ed-table__quiet">Off</span>
        )}
      </td>
      <td data-label="Last seen">
        {seenAt === null ? <span className="ed-table__quiet">Never</span> : <Moment at={seenAt} />}
      </td>
      <td>
        <div className="ed-table__tools ed-table__tools--wrap">
          {isActive ? <Tool label="Send link" name={name} onClick={() => onLink(colleague)} /> : null}
          {isActive && hasSecondFactor && email !== own ? (
            <Tool label="Reset two steps" name={name} onClick={() => onReset(colleague)} />
          ) : null}
          {/* One button, which keeps the focus when it has done its work. */}
          <Tool
            label={isActive ? 'Disable' : 'Enable'}
            name={name}
            onClick={() => (isActive ? onDisable(colleague) : onEnable(colleague))}
          />
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
