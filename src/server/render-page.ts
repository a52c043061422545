import { FetchState, astro } from 'astro/fetch';
import type { RenderPage } from '#publish/render.ts';

/** Renders loaded content through Astro's pipeline, in this process: what a request would get, without a request. */
export const renderPage: RenderPage = async (content, url) => {
  const state = new FetchState(new Request(url));
  state.locals.page = content;
  state.locals.view = 'published';
  const response = await astro(state);
  const html = await response.text();
  const expected = content.kind === 'not_found' ? 404 : 200;
  if (response.status !== expected) throw new Error(`rendering answered with status ${response.status}`);
  return { html, headers: response.headers };
};
