import { FetchState, astro } from 'astro/fetch';
import { adminScreenOf } from '#domain/admin-paths.ts';
import type { SiteId } from '#domain/sites.ts';
import { secured, text } from './answers.ts';
import type { Runtime } from './runtime.ts';
import { cookiesOf, readSession } from './session.ts';

/** Answers the editor's own screens, for staff only. Whoever is not signed in is taken to the sign-in page, and back. */
export async function answerAdmin(request: Request, url: URL, site: SiteId, runtime: Runtime): Promise<Response> {
  const session = await readSession(request, runtime);
  const cookies = cookiesOf(session, request, runtime);
  if (!session.staff) {
    const location = `/login?next=${encodeURIComponent(`${url.pathname}${url.search}`)}`;
    return text(302, 'Sign in to edit forms.', { location }, cookies);
  }
  const screen = adminScreenOf(url.pathname);
  if (!screen || screen.name === 'export') return text(404, 'There is no screen here.', {}, cookies);
  const { email, role } = session.staff;
  const state = new FetchState(request);
  state.locals.admin = { screen, site, staff: { email, role } };
  return secured(await astro(state), cookies);
}
