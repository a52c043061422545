import type { FaqContent } from './faq/content.ts';
import type { NewsroomContent } from './newsroom/content.ts';
import type { SearchContent, SmartSearchContent } from './search/content.ts';

/** What the page of a route shows below its modules. */
export type ScreenContent = FaqContent | NewsroomContent | SearchContent | SmartSearchContent;
