import type { SiteId } from './sites.ts';

/** What editors call the sites. */
export const siteNames: Readonly<Record<SiteId, string>> = {
  main: 'Main site',
  developer: 'Developer portal',
  automotive: 'Automotive site',
};
