/** Names of what a form sends besides its fields, whose names begin with a letter. */
export const reservedNames = { token: '_token', step: '_step' } as const;

/** A field that nobody sees. Programs that fill in everything fill it in. */
export const honeypot = '_website';
