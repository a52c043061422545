/** Messages for callers who may not edit, wherever that is found. */
export const refusals = {
  unauthenticated: 'You are signed out. Sign in again; what you typed stays in this window.',
  forbidden: 'Your account may not edit this site. Ask an administrator.',
  notThis: 'Your account may not edit this. Ask an administrator.',
} as const;
