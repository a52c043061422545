import type { ReactNode } from 'react';
import { call } from '#staff/calls/api.ts';
import { labels } from '#staff/messages/labels.ts';
import type { AdminState } from '../admin-state.ts';
import { ShellIcon } from './ShellIcon.tsx';

const roleNames: Record<AdminState['staff']['role'], string> = { editor: 'Editor', admin: 'Administrator' };

/** Who is signed in, the way to the website and out. */
export function AccountMenu({ staff }: { staff: AdminState['staff'] }): ReactNode {
  const signOut = async () => {
    await call('logout', {});
    location.assign('/');
  };
  return (
    <div className="adm-account">
      <button
        type="button"
        className="ed-icon-button"
        popoverTarget="account-menu"
        aria-label={`Account of ${staff.email}`}
        title="Account"
      >
        <ShellIcon name="account" />
      </button>
      <div id="account-menu" className="adm-popover" popover="auto">
        <p className="adm-account__name">
          {staff.email}
          <small>{roleNames[staff.role]}</small>
        </p>
        <a className="adm-popover__item" href="/">
          Website
        </a>
        <button type="button" className="adm-popover__item" onClick={() => void signOut()}>
          {labels.signOut}
        </button>
      </div>
    </div>
  );
}
