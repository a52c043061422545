import { makeTable } from './objects.ts';
import { getSite, siteIds } from './sites.ts';

/** What editors call the sites. */
export const siteNames = makeTable(siteIds, (site) => getSite(site).name);
