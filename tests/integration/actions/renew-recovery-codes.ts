import type { ActionEntry } from './entry.ts';

/** Called by somebody who has no second factor. */
export const entry: ActionEntry = { name: 'renewRecoveryCodes', access: 'staff', send: 'none', valid: () => ({}) };
