/** Names of the values that a form sends in addition to its fields. They begin with _, names of fields do not. */
export const reservedNames = { token: '_token', step: '_step' } as const;

/** The honeypot: a field that visitors do not see and bots fill in. */
export const honeypot = '_website';
