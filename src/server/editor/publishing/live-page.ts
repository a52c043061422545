import type { SiteId } from '#domain/sites.ts';
import type { Runtime } from '#server/runtime.ts';

/** A page as visitors get it now; null where they get none. In development nothing is published. */
export async function readLivePage(runtime: Runtime, site: SiteId, path: string): Promise<string | null> {
  if (runtime.mode === 'development') return null;
  const response = await runtime.files.serve(site, new Request(new URL(path, runtime.config.origins[site])));
  return response.status === 200 ? response.text() : null;
}
