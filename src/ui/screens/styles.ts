import faq from './faq/faq.css?url';
import type { ScreenContent } from './screen-content.ts';

/** The style sheet of each screen. Views do not import theirs: every page of every site would carry it. */
export const screenStyles: Record<ScreenContent['screen'], string> = { faq };
