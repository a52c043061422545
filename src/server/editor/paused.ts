import { z } from 'zod';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { expectData } from '#content/client.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import type { Runtime } from '#server/runtime.ts';

/** A site to which nothing is published since it was rolled back, until its next full build. */
export type PausedSite = { site: SiteId; since: string; by: string };

const answered = z.array(z.object({ site: siteSchema, since: z.string(), by: z.string() }));

/** The sites that are paused, for the screens of editors. */
export function readPaused({ serviceClient }: Runtime): Promise<PausedSite[]> {
  return expectData('paused_sites', serviceClient.rpc('paused_sites', { p_sites: [...siteIds] }), answered);
}
