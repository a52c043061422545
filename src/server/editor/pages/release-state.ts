import type { SiteId } from '#domain/sites.ts';

/** What the bar of a preview of a release says and leads to. */
export type ReleaseState = {
  id: number;
  site: SiteId;
  name: string;
  /** The moment as of which the site is seen; null for now. */
  at: string | null;
  timeZone: string;
  /** When the link ends by which somebody without an account looks; null for staff. */
  until: string | null;
  /** Records that are seen as they are live, since their drafts are not finished. */
  unfinished: number;
  /** The same address as visitors have it. */
  published: string;
  /** The pages of the release on this site. */
  pages: readonly { title: string; href: string }[];
};
