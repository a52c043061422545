import { renderRoute } from '#astro/render-route.ts';
import type { PageContent } from '#content/reading/page-content.ts';
import { allowOwnFrames } from '#edge/security-headers.ts';

/** A page without anything of the editor, for its frames. */
export async function showBare(request: Request, page: PageContent): Promise<Response> {
  return allowOwnFrames(await renderRoute(request, { page, view: 'draft', isBare: true }), 'frame-ancestors');
}
