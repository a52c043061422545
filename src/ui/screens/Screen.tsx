import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import { CatalogScreen } from './catalog/CatalogScreen.tsx';
import { CompareScreen } from './compare/CompareScreen.tsx';
import { DownloadsScreen } from './downloads/DownloadsScreen.tsx';
import { FaqScreen } from './faq/FaqScreen.tsx';
import { InventoryScreen } from './inventory/InventoryScreen.tsx';
import { AnnouncementsScreen } from './newsroom/AnnouncementsScreen.tsx';
import { ArticlesScreen } from './newsroom/ArticlesScreen.tsx';
import { EventsScreen } from './newsroom/EventsScreen.tsx';
import { JobsScreen } from './newsroom/JobsScreen.tsx';
import { PostsScreen } from './newsroom/PostsScreen.tsx';
import { StoriesScreen } from './newsroom/StoriesScreen.tsx';
import type { ScreenContent } from '#view-model/screens/screen-content.ts';
import { SellersScreen } from './sellers/SellersScreen.tsx';
import { SupportScreen } from './support/SupportScreen.tsx';
import { SearchScreen } from './search/SearchScreen.tsx';
import { SmartSearchScreen } from './smart-search/SmartSearchScreen.tsx';

/** The screen of a route. */
export function Screen({ content, context }: { content: ScreenContent; context: ViewContext }): ReactNode {
  switch (content.screen) {
    case 'catalog':
      return <CatalogScreen {...content} context={context} />;
    case 'compare':
      return <CompareScreen {...content} context={context} />;
    case 'downloads':
      return <DownloadsScreen {...content} context={context} />;
    case 'faq':
      return <FaqScreen {...content} context={context} />;
    case 'inventory':
      return <InventoryScreen {...content} context={context} />;
    case 'sellers':
      return <SellersScreen {...content} context={context} />;
    case 'support':
      return <SupportScreen {...content} context={context} />;
    case 'search':
      return <SearchScreen {...content} context={context} />;
    case 'smart-search':
      return <SmartSearchScreen {...content} context={context} />;
    case 'articles':
      return <ArticlesScreen {...content} context={context} />;
    case 'posts':
      return <PostsScreen {...content} context={context} />;
    case 'announcements':
      return <AnnouncementsScreen {...content} context={context} />;
    case 'events':
      return <EventsScreen {...content} context={context} />;
    case 'stories':
      return <StoriesScreen {...content} context={context} />;
    case 'jobs':
      return <JobsScreen {...content} context={context} />;
  }
}
