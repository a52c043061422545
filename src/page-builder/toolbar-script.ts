import { createHash } from 'node:crypto';
import toolbar from './toolbar.ts?worker&url';

/** The script of published pages: it loads the toolbar only in browsers with a session. */
export const toolbarScript = `/(^|; )signed_in=1/.test(document.cookie)&&import("${toolbar}")`;

/** The hash that allows it in the content security policy. */
export const toolbarScriptHash = `sha256-${createHash('sha256').update(toolbarScript).digest('base64')}` as const;
