import { withLocale } from '#domain/sites.ts';
import { text } from '#edge/answers.ts';
import type { Call } from './call.ts';
import { type Session, getSignInPage } from './session.ts';

/** Redirects to the page for signing in, or for what a session lacks, in the locale, with the way back. */
export function leadToSignIn({ url, locale }: Call, session: Session): Response {
  const location = `${withLocale(locale, getSignInPage(session.awaited?.needs ?? null))}?next=${encodeURIComponent(`${url.pathname}${url.search}`)}`;
  return text(302, 'Sign in to see this address.', { location });
}
