import { type ReactNode, Suspense, useEffect } from 'react';
import { adminPaths } from '#domain/admin-paths.ts';
import { defaultLocale } from '#domain/locales.ts';
import { call } from '#editor/api.ts';
import { signInHref } from '#editor/dialog/sign-in-href.ts';
import { leaveToSignIn } from '#editor/leave-guard.ts';
import { PausedNotice } from '#editor/publishing/PausedNotice.tsx';
import { watchSession } from '#editor/watch-session.ts';
import { words } from '#editor/words.ts';
import type { AdminState } from './admin-state.ts';

type Props = { state: AdminState; children: ReactNode };

/** What every screen of the administration has: the bar, the notice of paused sites, and the place for the screen. */
export function AdminShell({ state, children }: Props): ReactNode {
  const signOut = async () => {
    await call('logout', {});
    location.assign('/');
  };
  useEffect(
    () =>
      watchSession(() => {
        leaveToSignIn();
        location.assign(signInHref(defaultLocale));
      }),
    [],
  );
  const { name } = state.screen;
  return (
    <div className="ed-screen">
      <header className="ed-screen__bar">
        <nav className="ed-screen__nav" aria-label="Editor">
          <a className="ed-screen__link" href="/">
            Website
          </a>
          <a className="ed-screen__link" href={adminPaths.pages} aria-current={currentOf('pages', name)}>
            Pages
          </a>
          <a className="ed-screen__link" href={adminPaths.forms} aria-current={currentOf('forms', name)}>
            Forms
          </a>
          <a className="ed-screen__link" href={adminPaths.publishes} aria-current={currentOf('publishes', name)}>
            {words.publishing}
          </a>
          <a className="ed-screen__link" href={adminPaths.audit} aria-current={currentOf('audit', name)}>
            Changes
          </a>
          <a className="ed-screen__link" href={adminPaths.people} aria-current={currentOf('people', name)}>
            {state.staff.role === 'admin' ? 'People' : 'My account'}
          </a>
        </nav>
        <span className="ed-bar__grow" />
        <span className="ed-bar__name">{state.staff.email}</span>
        <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={() => void signOut()}>
          {words.signOut}
        </button>
      </header>
      <PausedNotice paused={state.paused} />
      <Suspense fallback={<p className="ed-screen__waiting">Opening …</p>}>{children}</Suspense>
    </div>
  );
}

/** Whether a screen is the one that a link leads to, or below it. */
function currentOf(
  link: 'pages' | 'people' | 'audit' | 'forms' | 'publishes',
  name: AdminState['screen']['name'],
): 'page' | 'true' | undefined {
  if (name === link) return 'page';
  if (name === 'pages' || name === 'people' || name === 'audit') return undefined;
  const area = name === 'publish' || name === 'publishes' ? 'publishes' : 'forms';
  return area === link ? 'true' : undefined;
}
