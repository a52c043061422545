import type { Head } from '#view-model/frame.ts';
import type { ScreenContent } from '#view-model/screens/screen-content.ts';

/** The content of a route below the modules of its page, and its structured data. */
export type Screen = { content: ScreenContent; jsonLd: Head['jsonLd'] };
