import { FetchState, astro } from 'astro/fetch';

/** Renders the route at a request's path, which finds `locals` in `Astro.locals`; calls of actions are answered as well. */
export function renderRoute(request: Request, locals: Partial<App.Locals>): Promise<Response> {
  const state = new FetchState(request);
  Object.assign(state.locals, locals);
  return astro(state);
}

/** The network address that a request came from; empty when the server does not know. */
export function getClientAddress(request: Request): string {
  return new FetchState(request).clientAddress ?? '';
}
