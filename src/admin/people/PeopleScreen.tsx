import type { ReactNode } from 'react';
import { may } from '#domain/rights.ts';
import type { AdminState } from '../admin-state.ts';
import { useTitle } from '../forms/use-title.ts';
import { peopleTitle } from '../shell/navigation.ts';
import { Colleagues } from './Colleagues.tsx';
import { OwnAccount } from './OwnAccount.tsx';

/** The own account; for administrators also who else may edit. */
export default function PeopleScreen({ staff }: Pick<AdminState, 'staff'>): ReactNode {
  const managesPeople = may(staff, 'manage people');
  useTitle(peopleTitle(staff.grants));
  return (
    <main className="ed-screen__main">
      {managesPeople ? <Colleagues own={staff.email} /> : null}
      <OwnAccount isAlone={!managesPeople} />
    </main>
  );
}
