import { FetchState, astro } from 'astro/fetch';
import type { RenderPage } from '#publish/render.ts';

/**
 * The content security policy of the bundle's pages. Astro makes it from the build's manifest, so that every page has the
 * same, but hashes anew for each: a third of the time that a page took. It is asked for once a process.
 */
let policy: string | null = null;

/** The one route that shows content. Astro imports a route's module anew for each request; in a bundle it stays the same. */
let route: FetchState['componentInstance'];

/** Renders loaded content through Astro's pipeline, in this process: what a request would get, without a request. */
export const renderPage: RenderPage = async (content, url) => {
  const state = new FetchState(new Request(url));
  state.locals.page = content;
  state.locals.view = 'published';
  // Nobody reads along: the page in one piece costs half of what a stream costs.
  state.streaming = false;
  state.shouldInjectCspMetaTags = policy === null;
  state.componentInstance = route;
  const response = await astro(state);
  const bytes = await bytesOf(response);
  const expected = content.kind === 'not_found' ? 404 : 200;
  if (response.status !== expected) throw new Error(`rendering answered with status ${response.status}`);
  policy ??= response.headers.get('content-security-policy');
  if (import.meta.env.PROD) route ??= state.componentInstance;
  return { bytes, csp: policy };
};

/** The page is in the response in one piece: taken as it is, in place of being copied together from pieces. */
async function bytesOf(response: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  if (response.body) for await (const piece of response.body) pieces.push(piece);
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
}
