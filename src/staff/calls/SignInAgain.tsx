import type { ReactNode } from 'react';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { leaveToSignIn } from '../dialog/leave-guard.ts';
import { signInHref } from './sign-in-href.ts';

/** A link to the sign-in page for an editor whose session has ended; unsaved values are not lost. */
export function SignInAgain({ locale = defaultLocale }: { locale?: Locale }): ReactNode {
  const href = signInHref(locale);
  return (
    <p>
      <a href={href} onClick={leaveToSignIn}>
        Sign in and come back here
      </a>
      , or{' '}
      <a href={href} target="_blank" rel="noopener">
        sign in in a new window
      </a>{' '}
      and try again.
    </p>
  );
}
