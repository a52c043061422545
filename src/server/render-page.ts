import { FetchState, astro } from 'astro/fetch';
import { renderToString } from 'astro/runtime/server/index.js';
import type { RenderPage } from '#publish/render.ts';

/**
 * What is the same for all pages of the bundle: the one route that shows content, and the content security policy, which
 * Astro makes from the build's manifest. Taken from the first page that is rendered.
 */
type Shared = { state: FetchState; route: NonNullable<FetchState['componentInstance']>; csp: string | null };

let shared: Promise<Shared> | null = null;

/** Renders a page as a request would get it, which is what tells the policy. */
async function learn(content: Parameters<RenderPage>[0]): Promise<Shared> {
  const state = new FetchState(new Request('http://publisher.internal/'));
  state.locals.page = content;
  state.locals.view = 'published';
  const response = await astro(state);
  await response.arrayBuffer();
  const route = state.componentInstance;
  if (response.status !== 200 || !route) throw new Error(`rendering answered with status ${response.status}`);
  state.shouldInjectCspMetaTags = false;
  return { state, route, csp: response.headers.get('content-security-policy') };
}

/**
 * Renders loaded content with the route that answers requests, in this process. Astro's pipeline around the route (request,
 * response, stream, policy) takes as long as the page itself and says the same for all pages, so it is gone through once.
 */
export const renderPage: RenderPage = async (content) => {
  shared ??= learn(content).catch((error: unknown) => {
    shared = null;
    throw error;
  });
  const { state, route, csp } = await shared;
  // In development the route's code changes while the process runs.
  if (!import.meta.env.PROD) shared = null;
  const result = await state.createResult(route, state.getActionAPIContext());
  const html = await renderToString(result, route.default, { page: content }, {}, true, state.routeData);
  if (typeof html !== 'string') throw new Error(`rendering answered with status ${html.status}`);
  return { html, csp };
};
