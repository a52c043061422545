import { z } from 'zod';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import { type Client, expectData } from './client.ts';

/** A site to which nothing is published since it was rolled back, until its next full build. */
export type PausedSite = {
  site: SiteId;
  since: string;
  /** Who rolled it back; empty where that is not known. */
  by: string;
};

const answered = z.array(z.object({ site: siteSchema, since: z.string(), by: z.string() }));

/** The sites that are paused, for the screens of editors. */
export function readPaused(service: Client): Promise<PausedSite[]> {
  return expectData('paused_sites', service.rpc('paused_sites', { p_sites: [...siteIds] }), answered);
}
