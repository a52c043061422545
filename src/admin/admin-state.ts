import type { AdminScreen } from '#domain/addresses/admin-paths.ts';
import type { Grant, Role } from '#domain/rights.ts';
import type { SiteId } from '#domain/sites.ts';
import type { PausedSite } from '#content/publishing/paused-sites.ts';

/** The data that an administration screen is rendered with. */
export type AdminState = {
  screen:
    | Exclude<AdminScreen, { name: 'export' | 'auditExport' | 'recordsExport' }>
    /** At an address that has none. */
    | { name: 'missing' };
  /** The site on whose host the screen is open. */
  site: SiteId;
  staff: { email: string; role: Role; grants: readonly Grant[] };
  /** The sites to which nothing is published for now. */
  paused: readonly PausedSite[];
};
