import type { Locale } from '#domain/locales.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Session } from './session.ts';

/** A request as the process got it. The address is the visitor's. */
export type Incoming = { request: Request; address: string; runtime: Runtime };

/** A request to a site. */
export type Call = Incoming & {
  url: URL;
  site: SiteId;
  /** The locale that the path names; the default one where the site does not have it. */
  locale: Locale;
  /** The session, read once, when first needed. Its cookies are set in the response. */
  session: () => Promise<Session>;
};

export type Handler = (call: Call) => Promise<Response>;
