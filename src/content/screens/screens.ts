import type { RouteKey } from '#domain/addresses/routes.ts';
import type { Reading } from '#content/reading/reading.ts';
import { readCatalogScreen } from './catalog.ts';
import { readCompareScreen } from './compare.ts';
import { readDownloadsScreen } from './downloads.ts';
import { readFaqScreen } from './faq.ts';
import { readInventoryScreen } from './inventory.ts';
import type { Screen } from './screen.ts';
import { readPresetScreen, readSearchScreen, readSmartSearchScreen } from './search.ts';
import {
  readAdHocScreen,
  readBlogScreen,
  readCareerEventsScreen,
  readCareerNewsScreen,
  readEventsScreen,
  readJobsScreen,
  readPressScreen,
  readStoriesScreen,
} from './newsroom.ts';
import { readChannelPartnersScreen, readRepresentativesScreen } from './sellers.ts';
import { readSupportScreen } from './support.ts';

const readers = {
  'products.catalog': readCatalogScreen,
  'products.compare': readCompareScreen,
  'products.downloads': readDownloadsScreen,
  'products.inventory': readInventoryScreen,
  'products.channel-partners': readChannelPartnersScreen,
  'products.representatives': readRepresentativesScreen,
  'products.support': readSupportScreen,
  'products.support.faq': readFaqScreen,
  search: readSearchScreen,
  'search.preset': readPresetScreen,
  'smart-search': readSmartSearchScreen,
  'newsroom.blog': readBlogScreen,
  'company.press': readPressScreen,
  'company.ad-hoc': readAdHocScreen,
  'company.events': readEventsScreen,
  'career.news': readCareerNewsScreen,
  'career.events': readCareerEventsScreen,
  'career.stories': readStoriesScreen,
  'career.list': readJobsScreen,
} satisfies Partial<Record<RouteKey, (reading: Reading) => Promise<Screen>>>;

/** The routes whose pages show a screen above their modules. */
export type ScreenRoute = keyof typeof readers;

function hasScreen(route: RouteKey): route is ScreenRoute {
  return Object.hasOwn(readers, route);
}

/** The screen of a page's route; null for a page that shows its modules only. */
export async function readScreen(route: RouteKey | null, reading: Reading): Promise<Screen | null> {
  return route !== null && hasScreen(route) ? readers[route](reading) : null;
}
