import { type ReactNode, Suspense, lazy, useEffect } from 'react';
import { adminPaths } from '#domain/admin-paths.ts';
import { defaultLocale } from '#domain/locales.ts';
import { call } from '#editor/api.ts';
import { signInHref } from '#editor/dialog/sign-in-href.ts';
import { leaveToSignIn } from '#editor/leave-guard.ts';
import { watchSession } from '#editor/watch-session.ts';
import { words } from '#editor/words.ts';
import type { AdminState } from './admin-state.ts';

const FormsList = lazy(() => import('./FormsList.tsx'));
const Inbox = lazy(() => import('./Inbox.tsx'));
const FormScreen = lazy(() => import('./FormScreen.tsx'));

/** The editor's screens for forms. Each is loaded when it is opened. */
export function FormsAdmin({ state }: { state: AdminState }): ReactNode {
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
  return (
    <div className="ed-screen">
      <header className="ed-screen__bar">
        <nav className="ed-screen__nav" aria-label="Editor">
          <a className="ed-screen__link" href="/">
            Website
          </a>
          <a
            className="ed-screen__link"
            href={adminPaths.forms}
            aria-current={state.screen.name === 'forms' ? 'page' : 'true'}
          >
            Forms
          </a>
        </nav>
        <span className="ed-bar__grow" />
        <span className="ed-bar__name">{state.staff.email}</span>
        <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={() => void signOut()}>
          {words.signOut}
        </button>
      </header>
      <Suspense fallback={<p className="ed-screen__waiting">Opening …</p>}>
        <Screen {...state} />
      </Suspense>
    </div>
  );
}

function Screen({ screen, ...rest }: AdminState): ReactNode {
  switch (screen.name) {
    case 'forms':
      return <FormsList />;
    case 'form':
      return <FormScreen id={screen.id} site={rest.site} />;
    case 'submissions':
      return <Inbox formId={screen.formId} staff={rest.staff} />;
  }
}
