import { findGaps } from '#content/media/media-gaps.ts';
import { findBrokenMenuItems } from '#content/checks/broken-menu-items.ts';
import type { Client } from '#content/clients/client.ts';
import { readPublishingState, readPurgeState } from '#content/publishing/publishing-state.ts';
import { defaultLocale } from '#domain/locales.ts';
import type { MediaGap } from '#domain/media/media-gaps.ts';
import type { Runtime } from '#server/runtime.ts';
import { findProblems } from './redirect-rules.ts';

type Pictures = { image: number; vector: number };

/** What should be mended on the sites, beside what a page tells of itself: how much there is of each. */
export type SiteWarnings = {
  /** Files that cannot be published; visitors see their last good version. */
  failed: number;
  /** Redirects that go in circles, make detours, or lead to what is not there. */
  redirects: number;
  /** Pictures and drawings without an alternative text in English, which other languages fall back to. */
  undescribed: Pictures;
  /** Those whose alternative texts are drafts that nobody has published yet. */
  waiting: Pictures;
  /** Items of menus that no page can show, and are left out: the menu, and where in it. */
  menuItems: { menu: number; site: string; name: string; path: string }[];
  /** Why the cache in front of the sites cannot be told what to forget; null where it can, or where there is none. */
  cache: string | null;
};

/** Looks for what should be mended on the sites. */
export async function findSiteWarnings(runtime: Runtime, client: Client): Promise<SiteWarnings> {
  const count = async (kind: 'image' | 'vector', gap: MediaGap) => {
    const found = await findGaps(client, kind, gap);
    return found.ok ? found.value.length : 0;
  };
  const countPictures = async (gap: MediaGap): Promise<Pictures> => {
    const [image, vector] = await Promise.all([count('image', gap), count('vector', gap)]);
    return { image, vector };
  };
  const [state, purges, redirects, menuItems, undescribed, waiting] = await Promise.all([
    readPublishingState(runtime.serviceClient),
    runtime.purger ? readPurgeState(runtime.serviceClient) : null,
    findProblems(runtime),
    findBrokenMenuItems(client),
    countPictures(`undescribed.${defaultLocale}`),
    countPictures('waiting'),
  ]);
  return {
    failed: state.failed_count,
    redirects: redirects.length,
    undescribed,
    waiting,
    menuItems,
    cache: purges?.failure ?? null,
  };
}
