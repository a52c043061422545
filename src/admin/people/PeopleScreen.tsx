import type { ReactNode } from 'react';
import type { AdminState } from '../admin-state.ts';
import { useTitle } from '../forms/use-title.ts';
import { Colleagues } from './Colleagues.tsx';
import { OwnAccount } from './OwnAccount.tsx';

/** The own account; for administrators also who else may edit. */
export default function PeopleScreen({ staff }: Pick<AdminState, 'staff'>): ReactNode {
  const isAdmin = staff.role === 'admin';
  useTitle(isAdmin ? 'People' : 'My account');
  return (
    <main className="ed-screen__main">
      {isAdmin ? <Colleagues own={staff.email} /> : null}
      <OwnAccount isAlone={!isAdmin} />
    </main>
  );
}
