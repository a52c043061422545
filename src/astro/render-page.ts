import { FetchState, astro } from 'astro/fetch';
import { renderToString } from 'astro/runtime/server/index.js';
import type { RenderPage } from '#publish/render.ts';
import type { KeptMarkup } from './kept-markup.ts';

type Result = Awaited<ReturnType<FetchState['createResult']>>;

/**
 * What is the same for all pages of the bundle: the one route that shows content, what Astro begins each page with, and the
 * content security policy, which it makes from the build's manifest. Taken from the first page that is rendered.
 */
type Shared = {
  state: FetchState;
  route: NonNullable<FetchState['componentInstance']>;
  /** Makes what a page begins with: the sets and lists that rendering takes away from or adds to are its own. */
  begin: () => Result;
  csp: string | null;
};

let shared: Promise<Shared> | null = null;

/**
 * Makes copies whose sets and lists are their own. Which parts are such is found once: `structuredClone` took a fifth of the time
 * in which a page is drawn.
 */
function copierOf<T extends object>(parts: T): () => T {
  const sets = Object.entries(parts).filter(([, part]) => part instanceof Set);
  const lists = Object.entries(parts).filter(([, part]) => Array.isArray(part));
  return () => {
    const copy = { ...parts };
    for (const [name, part] of sets) Reflect.set(copy, name, new Set(part));
    for (const [name, part] of lists) Reflect.set(copy, name, [...part]);
    return copy;
  };
}

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
  const result = await state.createResult(route, state.getActionAPIContext());
  // The policy is known: what each page says of its scripts would be collected there for as long as the process runs.
  state.result = undefined;
  const copyResult = copierOf(result);
  const copyMetadata = copierOf(result._metadata);
  const begin = () => ({ ...copyResult(), _metadata: copyMetadata() });
  return { state, route, begin, csp: response.headers.get('content-security-policy') };
}

/**
 * Renders loaded content with the route that answers requests, in this process. Astro's pipeline around the route (request,
 * response, stream, policy) takes as long as the page itself and says the same for all pages, so it is gone through once.
 */
export const renderPage: RenderPage = (content) => render(content, null);

/** The same, for a publisher that renders the same pages again and again: what has not changed of them is kept. */
export function renderPageKeeping(kept: KeptMarkup): RenderPage {
  return (content) => render(content, kept);
}

async function render(content: Parameters<RenderPage>[0], kept: KeptMarkup | null): ReturnType<RenderPage> {
  shared ??= learn(content).catch((error: unknown) => {
    shared = null;
    throw error;
  });
  const { state, route, begin, csp } = await shared;
  // In development the route's code changes while the process runs.
  if (!import.meta.env.PROD) shared = null;
  const html = await renderToString(begin(), route.default, { page: content, kept }, {}, true, state.routeData);
  if (typeof html !== 'string') throw new Error(`rendering answered with status ${html.status}`);
  return { html, csp };
}
