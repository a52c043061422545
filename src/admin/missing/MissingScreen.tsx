import type { ReactNode } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { useTitle } from '../forms/use-title.ts';

/** At an address of the administration that has no screen. */
export default function MissingScreen(): ReactNode {
  useTitle('Not found');
  return (
    <main className="ed-screen__main">
      <h1 className="ed-screen__title">There is no screen here</h1>
      <p>
        The address may be mistyped, or of an earlier version. What you look for is in the navigation and in the search.
      </p>
      <p>
        <a href={adminPaths.home}>Home</a>
      </p>
    </main>
  );
}
