import type { RouteKey } from '#domain/routes.ts';
import type { Reading } from '../reading.ts';
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

const readers: Partial<Record<RouteKey, (reading: Reading) => Promise<Screen>>> = {
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
};

/** The screen of a page's route; null for a page that shows its modules only. */
export async function readScreen(route: RouteKey | null, reading: Reading): Promise<Screen | null> {
  return (route && (await readers[route]?.(reading))) ?? null;
}
