import { makeTable } from './objects.ts';
import { getSiteName, siteIds } from './sites.ts';

/** What editors call the sites. */
export const siteNames = makeTable(siteIds, getSiteName);
