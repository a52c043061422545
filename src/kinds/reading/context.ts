import type { Locale } from '#domain/locales.ts';
import type { RouteKey } from '#domain/addresses/routes.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Trace } from './trace.ts';

/** The public origin of each site, without a trailing slash, e.g. `https://www.example.com`. */
export type Origins = Readonly<Record<SiteId, string>> & {
  /** That of the host from which uploaded files are served, where they have one. */
  readonly media?: string;
};

/** The audience and the time for which rows are resolved to what views see. */
export type ReadContext = {
  site: SiteId;
  locale: Locale;
  /** The locales in which the site is published. */
  locales: readonly Locale[];
  /** ISO time that the answer is for. */
  at: string;
  origins: Origins;
  /** The origin of the addresses of uploaded files; empty where the site serves them, as in drafts. */
  mediaOrigin?: string | undefined;
  trace: Trace;
  /** The same object for everything that is read for one site, locale and time: caches are attached to it. */
  scope: object;
  /** The path of the published page that answers a route, for readers of this locale; null when the site has none. */
  routePath: (key: RouteKey) => string | null;
  /** The path of the site's privacy notice for readers of this locale; null when the site names none. */
  privacyPath: () => string | null;
};
