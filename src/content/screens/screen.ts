import type { Head } from '#view-model/frame.ts';
import type { ScreenContent } from '#view-model/screens/screen-content.ts';

/** What a route shows below the modules of its page, and what it tells search engines. */
export type Screen = { content: ScreenContent; jsonLd: Head['jsonLd'] };
