import { isMainThread } from 'node:worker_threads';
import { FetchState, astro } from 'astro/fetch';
import * as runtime from 'astro/runtime/server/index.js';
import { describeError } from '#domain/describe-error.ts';
import type { RenderPage } from '#publish/draw/render.ts';
import type { MarkupCache, Markups } from './markup-cache.ts';
import { ownWay } from './short-lived-slots.ts';
import { knowsIslands } from './write-island.ts';

type Content = Parameters<RenderPage>[0];
type Html = Awaited<ReturnType<RenderPage>>;
type Result = Awaited<ReturnType<FetchState['createResult']>>;

/**
 * Shared by all pages of the code bundle: the one route that shows content, the beginning of each page, and the content
 * security policy, which Astro makes from the build's manifest. Taken from the first page that is rendered.
 */
type Shared = {
  state: FetchState;
  route: NonNullable<FetchState['componentInstance']>;
  /**
   * Creates the state that a page's rendering starts with; its sets and lists are copies, because rendering changes
   * them.
   */
  begin: () => Result;
  csp: string | null;
};

/** Null when Astro's internals differ from what this code expects: every page is then rendered by a request. */
let shared: Promise<Shared | null> | null = null;

/**
 * Renders loaded content with the route that answers requests, in this process. Astro's pipeline around the route
 * (request, response, stream, policy) takes as long as the page itself and has the same result for all pages, so it
 * runs once.
 */
export const renderPage: RenderPage = (content) => render(content, null);

/** The same, for a publisher that renders the same pages again and again: unchanged parts are cached. */
export function renderPageWithCache(cache: MarkupCache): RenderPage {
  return (content, priority) => render(content, priority === 'later' ? cache.forBulk : cache);
}

/** Renders content in Astro's own way, as a request; with `islandsByAstro` its islands as well. */
export async function renderByAstro(content: Content, islandsByAstro = false): Promise<Html> {
  const { html, csp } = await request(content, islandsByAstro);
  return { html, csp };
}

async function render(content: Content, cache: Markups | null): Promise<Html> {
  // In development the route's code changes while the process runs.
  if (!import.meta.env.PROD) return renderByAstro(content);
  shared ??= learn(content).catch((error: unknown) => {
    shared = null;
    throw error;
  });
  const known = await shared;
  return known ? renderWith(known, content, cache) : renderByAstro(content);
}

async function renderWith({ state, route, begin, csp }: Shared, page: Content, cache: Markups | null): Promise<Html> {
  const html = await runtime.renderToString(begin(), route.default, { page, cache }, {}, true, state.routeData);
  if (typeof html !== 'string') throw new Error(`rendering answered with status ${html.status}`);
  return { html, csp };
}

async function request(content: Content, islandsByAstro: boolean): Promise<Html & { state: FetchState }> {
  const state = new FetchState(new Request('http://publisher.internal/'));
  Object.assign(state.locals, { page: content, view: 'published', islandsByAstro });
  const response = await astro(state);
  const html = await response.text();
  if (response.status !== 200) throw new Error(`rendering answered with status ${response.status}`);
  return { state, html, csp: response.headers.get('content-security-policy') };
}

/**
 * Renders a page as a request would get it, which is what tells the policy, and again from the shared parts. Both have to be
 * the same.
 */
async function learn(content: Content): Promise<Shared | null> {
  // The first page of all has the scripts of islands otherwise than the others (`withIslands`).
  if (!knowsIslands()) await request(content, false);
  const { state, html, csp } = await request(content, false);
  let problem: string;
  try {
    const known = await share(state, csp);
    if ((await renderWith(known, content, null)).html === html) return known;
    problem = 'renders a route in another way than a request';
  } catch (error) {
    problem = `does not share what pages begin with (${describeError(error)})`;
  }
  if (isMainThread) console.warn(ownWay(problem));
  return null;
}

async function share(state: FetchState, csp: string | null): Promise<Shared> {
  const route = state.componentInstance;
  if (!route) throw new Error('a request has no component');
  state.shouldInjectCspMetaTags = false;
  const result = await state.createResult(route, state.getActionAPIContext());
  // The policy is known. Without this, hashes of every page's scripts would accumulate until the process ends.
  state.result = undefined;
  const copyResult = makeCopier(result);
  const copyMetadata = makeCopier(result._metadata);
  return { state, route, begin: () => ({ ...copyResult(), _metadata: copyMetadata() }), csp };
}

/**
 * Makes copies whose sets and lists are their own. Which parts are such is found once: `structuredClone` took a fifth of the time
 * in which a page is rendered.
 */
function makeCopier<T extends object>(parts: T): () => T {
  const sets = Object.entries(parts).filter(([, part]) => part instanceof Set);
  const lists = Object.entries(parts).filter(([, part]) => Array.isArray(part));
  return () => {
    const copy = { ...parts };
    for (const [name, part] of sets) Reflect.set(copy, name, new Set(part));
    for (const [name, part] of lists) Reflect.set(copy, name, [...part]);
    return copy;
  };
}
