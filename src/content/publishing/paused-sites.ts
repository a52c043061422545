import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { type UnknownCause, unknownCauses } from '#domain/unknown-files.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import type { Client } from '#content/clients/client.ts';

/** A site to which nothing is published until its next full build. */
export type PausedSite = {
  site: SiteId;
  since: string;
  /** It was rolled back, or its published files are of a state that the database does not know: then servers build it by themselves. */
  why: 'rolled-back' | UnknownCause;
  /** Who rolled it back; empty where that is not known, and where nobody did. */
  by: string;
};

export const pausedRows = z.array(z.object({ site: siteSchema, since: z.string(), by: z.string() }));
export const unknownRows = z.array(z.object({ site: siteSchema, since: z.string(), cause: z.enum(unknownCauses) }));

/** Each site once. Files that are not known say more than a roll-back: with the build that mends them the pause is over as well. */
export function unitePaused(paused: z.infer<typeof pausedRows>, unknown: z.infer<typeof unknownRows>): PausedSite[] {
  const sites = new Set(unknown.map(({ site }) => site));
  return [
    ...unknown.map(({ site, since, cause }): PausedSite => ({ site, since, why: cause, by: '' })),
    ...paused.filter(({ site }) => !sites.has(site)).map((one): PausedSite => ({ ...one, why: 'rolled-back' })),
  ];
}

/** The sites that are paused, for the screens of editors. */
export async function readPaused(service: Client): Promise<PausedSite[]> {
  const asked = { p_sites: [...siteIds] };
  const [paused, unknown] = await Promise.all([
    callFunction(service, 'paused_sites', pausedRows, asked),
    callFunction(service, 'unknown_sites', unknownRows, asked),
  ]);
  return unitePaused(paused, unknown);
}
