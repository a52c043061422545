/** The pages for signing in, below the locale. */
export const loginPaths = [
  '/login',
  '/login/code',
  '/login/second-factor',
  '/login/reset',
  '/login/new-password',
  '/login/session',
] as const;
export type LoginPath = (typeof loginPaths)[number];

/** Which of the pages for signing in a path without its locale is; null for every other path. */
export function findLoginPath(rest: string | undefined): LoginPath | null {
  const path = rest?.replace(/\/$/, '');
  return loginPaths.find((known) => known === path) ?? null;
}
