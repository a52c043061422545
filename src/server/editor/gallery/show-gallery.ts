import { renderRoute } from '#astro/render-route.ts';
import type { Call } from '#server/http/dispatch.ts';
import { readGalleryQuery } from './gallery-query.ts';
import { readGallery } from './read-gallery.ts';

/** Every type of module, with records of the site. */
export async function showGallery({ request, url, site, runtime, session }: Call): Promise<Response> {
  const { staff, client } = await session();
  const { config, serviceClient } = runtime;
  const query = readGalleryQuery(url.searchParams, site);
  const gallery = await readGallery(staff ? client : serviceClient, { site, query, origins: config.origins });
  return renderRoute(request, { gallery });
}
