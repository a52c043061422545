import { createHash } from 'node:crypto';
import toolbar from './toolbar.ts?worker&url';

/** What a published page runs: it loads the toolbar only where somebody has signed in. */
export const toolbarScript = `/(^|; )signed_in=1/.test(document.cookie)&&import("${toolbar}")`;

/** The name under which the content security policy allows it. */
export const toolbarScriptHash = `sha256-${createHash('sha256').update(toolbarScript).digest('base64')}` as const;
